// Stands where pyscript.toml's interpreter address points to in a built page. PyScript takes that address
// for the place of all of Pyodide's files; here they lie beside this module.
import { loadPyodide as load, version } from "./pyodide/pyodide.mjs";

const home = new URL("./pyodide/", import.meta.url).href;

export { version };
export const loadPyodide = (options) => load({ ...options, indexURL: home, packageBaseUrl: home });
