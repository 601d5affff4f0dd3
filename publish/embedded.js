// In the one file, before start.js: answers for the addresses that a site would be asked for with what stands further
// down in this document. Modules cannot be loaded from a disk; they become blobs, and an import map leads to them.
(() => {
  "use strict";
  const {nonce} = document.currentScript;
  const HOME = "https://course.invalid/"; // nobody else ever answers below it
  const held = (name) => document.querySelector(`script[data-file="${CSS.escape(name)}"]`);

  const outside = globalThis.fetch;
  globalThis.fetch = async (what, how) => {
    const address = String(what?.url ?? what);
    if (!address.startsWith(HOME)) return outside(what, how);
    const data = held(address.slice(HOME.length));
    if (!data) return new Response(null, {status: 404});
    return outside(`data:application/octet-stream;base64,${data.textContent}`);
  };

  // Called with what the build knows: `interpreter` is the address PyScript imports, `first` the module to be run,
  // `packed` as startPython has it.
  globalThis.startFromHere = ({interpreter, first, packed}) => {
    const unfold = async () => {
      const texts = await (await fetch(`${HOME}modules`)).json();
      const imports = {};
      for (const [name, text] of Object.entries(texts))
        imports[HOME + name] = URL.createObjectURL(new Blob([text], {type: "text/javascript"}));
      imports[interpreter] = imports[`${HOME}interpreter.mjs`];
      const map = {type: "importmap", nonce, textContent: JSON.stringify({imports})};
      document.head.append(Object.assign(document.createElement("script"), map));
      return imports[HOME + first];
    };
    // The data stand behind this script.
    addEventListener("DOMContentLoaded", () => startPython({home: HOME, unfold, scripts: {}, packed}));
  };
})();
