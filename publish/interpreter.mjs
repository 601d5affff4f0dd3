// Stands where pyscript.toml's interpreter address points to in a built page: starts Pyodide from the pack beside this
// module, in which all the pages' Python lies compiled, instead of from a zip of sources and wheels.
import { loadPyodide as load, version } from "./pyodide/pyodide.mjs";
import createPyodideModule from "./pyodide/pyodide.asm.mjs";
import lock from "./lock.mjs";

const home = new URL("./", import.meta.url).href;
const emptyZip = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==";

export { version };

export const loadPyodide = async (options) => {
  const pack = new Uint8Array(await (await fetch(`${home}python`)).arrayBuffer());
  dispatchEvent(new CustomEvent("python-step", { detail: "starting" }));
  const python = await load({
    ...options,
    indexURL: `${home}pyodide/`,
    createPyodideModule,
    lockFileContents: lock,
    stdLibURL: emptyZip,
    fsInit: (FS) => unpack(pack, FS),
  });
  dispatchEvent(new CustomEvent("python-step", { detail: "libraries" }));
  return python;
};

// A pack: the length of the list (32 bits, little-endian), the list [[path, size], ...] as JSON, then the files.
const unpack = (pack, FS) => {
  const length = new DataView(pack.buffer).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(pack.subarray(4, 4 + length)));
  const folders = new Set();
  let at = 4 + length;
  for (const [path, size] of list) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) FS.mkdirTree(folder);
    folders.add(folder);
    FS.writeFile(path, pack.subarray(at, at + size), { canOwn: true });
    at += size;
  }
};
