// Stands where pyscript.toml's interpreter address points to in a built page: starts Pyodide from the pack beside this
// module, in which all the pages' Python lies compiled, instead of from a zip of sources and wheels.
import { loadPyodide as load, version } from "./pyodide/pyodide.mjs";
import createPyodideModule from "./pyodide/pyodide.asm.mjs";
import lock from "./lock.mjs";

const { home } = globalThis.startPython; // where this module lies on a site; blobs lie nowhere
const emptyZip = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==";

export { version };

export const loadPyodide = async (options) => {
  const files = unpacked(await (await fetch(`${home}python`)).arrayBuffer());
  dispatchEvent(new CustomEvent("python-step", { detail: "starting" }));
  compileAhead(files.filter(([path]) => path.endsWith(".so")).map(([, bytes]) => bytes));
  const python = await load({
    ...options,
    indexURL: `${home}pyodide/`,
    createPyodideModule,
    lockFileContents: lock,
    stdLibURL: emptyZip,
    fsInit: (FS) => {
      for (const [path, bytes] of files) {
        FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
        FS.writeFile(path, bytes, { canOwn: true });
      }
    },
  });
  // Imports leave next to nothing to collect; the page turns collection on when it is ready.
  python.runPython("import gc; gc.disable()");
  dispatchEvent(new CustomEvent("python-step", { detail: "libraries" }));
  return python;
};

// A pack: the length of the list (32 bits, little-endian), the list [[path, size], ...] as JSON, then the files.
const unpacked = (buffer) => {
  const length = new DataView(buffer).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  let at = 4 + length;
  return list.map(([path, size]) => [path, new Uint8Array(buffer, (at += size) - size, size)]);
};

// Python asks for its extension modules one after the other and waits for each to be compiled. Compiled off the main
// thread while Python starts, most of them are there by then; any other is compiled as ever.
const compileAhead = (binaries) => {
  const modules = new Map(); // by length: [bytes, module]
  for (const bytes of binaries)
    WebAssembly.compile(bytes).then((module) => modules.set(bytes.length, [bytes, module]), () => {});
  const same = (one, other) => one.every((byte, i) => byte === other[i]);
  WebAssembly.Module = new Proxy(WebAssembly.Module, {
    construct: (Module, [bytes]) => {
      const [known, module] = modules.get(bytes.length) ?? [];
      return known && same(known, bytes) ? module : new Module(bytes);
    },
  });
};
