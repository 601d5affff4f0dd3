// Runs Pyodide under Node so that the very Python of the pages compiles their byte code.
// usage: node pack.mjs RUNTIME PROJECT JOB.json OUT
import fs from "node:fs";
import path from "node:path";
import {pathToFileURL} from "node:url";

const [runtime, project, job, out] = process.argv.slice(2).map((name) => path.resolve(name));
const here = import.meta.dirname;
const core = path.join(runtime, "pyodide") + path.sep;
const {loadPyodide} = await import(pathToFileURL(core + "pyodide.mjs").href);
const pyodide = await loadPyodide({indexURL: core});
const {packages} = JSON.parse(fs.readFileSync(job, "utf8"));
await pyodide.loadPackage(packages, {messageCallback() {}});
const mounted = {"/runtime": core, "/project": project, "/pack": here, "/out": path.dirname(out)};
for (const [place, root] of Object.entries(mounted)) {
  pyodide.FS.mkdirTree(place);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, {root}, place);
}
pyodide.globals.set("job", fs.readFileSync(job, "utf8"));
pyodide.globals.set("out", "/out/" + path.basename(out));
try {
  pyodide.runPython(fs.readFileSync(path.join(here, "inside.py"), "utf8"), {filename: "inside.py"});
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.exit(0);
