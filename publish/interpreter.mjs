// Stands where pyscript.toml's interpreter address points to in a built page: starts Pyodide from the pack beside this
// module, in which all the pages' Python lies compiled, instead of from a zip of sources and wheels.
import { loadPyodide as load, version } from "./pyodide/pyodide.mjs";
import createPyodideModule from "./pyodide/pyodide.asm.mjs";
import lock from "./lock.mjs";
import * as snapshot from "./snapshot.mjs";

const { home } = globalThis.startPython; // where this module lies on a site; blobs lie nowhere
const emptyZip = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==";
const step = (detail) => dispatchEvent(new CustomEvent("python-step", { detail }));

export { version };

export const loadPyodide = async (options) => {
  const [found, files] = await Promise.all([kept.find(`${home}snapshot`), pack()]);
  step("starting");
  const compiled = compileAhead(files.filter(([path]) => path.endsWith(".so")).map(([, bytes]) => bytes));
  const start = (more) =>
    load({
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
      ...more,
    });
  if (found) {
    try {
      const memory = snapshot.read(found);
      await compiled;
      const python = await start(snapshot.restored(memory, createPyodideModule));
      step("libraries");
      python.runPython("import random; random.seed()"); // or every start would draw the same numbers
      return python;
    } catch (error) {
      console.info("Python starts anew, for its kept memory could not be used:", error);
      await kept.drop();
    }
  }
  const python = await start({});
  step("libraries");
  python.runPython(imports, { locals: python.toPy({ names: modules(files) }) });
  const taken = (await kept.isAllowed) && snapshot.take(python);
  if (taken) whenIdle(() => keep(taken).catch((error) => console.info("Nothing is kept for the next start:", error)));
  return python;
};

const pack = async () => unpacked(await (await fetch(`${home}python`)).arrayBuffer());

// The memory last: what another start finds without it is no use to it.
const keep = async (taken) => {
  const parts = {};
  for (const name of ["pyodide/pyodide.asm.wasm", "python"]) parts[home + name] = await (await fetch(home + name)).arrayBuffer();
  await kept.keep({ ...parts, [`${home}snapshot`]: snapshot.written(taken) });
};

// What every lesson's page imports, brought in before the snapshot is taken; the page's own modules come after it.
const modules = (files) =>
  files.map(([path]) => /^\/home\/pyodide\/((?:checkpointing|lesson\/kit)\/\w+)\.py$/.exec(path)?.[1].replaceAll("/", "."))
    .filter(Boolean);

// Imports leave next to nothing to collect; the page turns collection on when it is ready.
const imports = `
import gc, importlib
gc.disable()
for name in names:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != "pyscript":  # comes with the page
            raise
`;

// Once the page is ready and has nothing better to do.
const whenIdle = (act) => {
  const page = document.documentElement;
  const idle = globalThis.requestIdleCallback ?? ((act) => setTimeout(act, 500)); // Safari has none
  const ready = new MutationObserver(() => {
    if (page.dataset.python !== "ready") return;
    ready.disconnect();
    idle(act);
  });
  ready.observe(page, { attributeFilter: ["data-python"] });
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
  const all = binaries.map(async (bytes) => modules.set(bytes.length, [bytes, await WebAssembly.compile(bytes)]));
  const same = (one, other) => one.every((byte, i) => byte === other[i]);
  WebAssembly.Module = new Proxy(WebAssembly.Module, {
    construct: (Module, [bytes]) => {
      const [known, module] = modules.get(bytes.length) ?? [];
      return known && same(known, bytes) ? module : new Module(bytes);
    },
  });
  return Promise.allSettled(all);
};
