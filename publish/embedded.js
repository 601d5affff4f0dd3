// In the one file, before start.js: answers for the addresses that a site would be asked for with what stands further
// down in this document. Modules cannot be loaded from a disk; they become blobs, and an import map leads to them.
(() => {
  "use strict";
  const {nonce} = document.currentScript;
  const HOME = "https://course.invalid/"; // below it, behind the name of a build, nobody else ever answers
  const held = (address) => {
    const name = address.slice(HOME.length).replace(/^[^/]*\//, "");
    return document.querySelector(`script[data-file="${CSS.escape(name)}"]`);
  };

  const outside = globalThis.fetch;
  globalThis.fetch = async (what, how) => {
    const address = String(what?.url ?? what);
    if (!address.startsWith(HOME)) return outside(what, how);
    const data = held(address);
    if (!data) return new Response(null, {status: 404});
    return outside(`data:application/octet-stream;base64,${data.textContent}`);
  };

  // Called with what the build knows: `home` is the address below which files are asked for, `interpreter` the one
  // PyScript imports, `first` the module to be run, `packed` as startPython has it.
  globalThis.startFromHere = ({home, interpreter, first, packed}) => {
    const unfold = async () => {
      const texts = await (await fetch(`${home}modules`)).json();
      const imports = {};
      for (const [name, text] of Object.entries(texts))
        imports[home + name] = URL.createObjectURL(new Blob([text], {type: "text/javascript"}));
      imports[interpreter] = imports[`${home}interpreter.mjs`];
      const map = {type: "importmap", nonce, textContent: JSON.stringify({imports})};
      document.head.append(Object.assign(document.createElement("script"), map));
      return imports[home + first];
    };
    // The data stand behind this script.
    addEventListener("DOMContentLoaded", () => startPython({home, unfold, scripts: {}, packed}));
  };
})();
