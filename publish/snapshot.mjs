// Python's memory, kept in the browser once the libraries are imported: the next start takes it up instead of starting
// Python and importing everything again.
//
// Pyodide can write and read such snapshots, but not of a Python with extension modules in it. They are placed here:
// each gets back the memory and the places in the function table it had, and then all memory is as it was.

const PAGE = 1 << 16; // bytes; pages that hold only zeros are not kept

/** Python as it is now, to be described later, when nobody waits; nothing if it holds what cannot be kept. */
export const take = ({ _api: api, _module: loader }) => {
  // Asked for at the start, as Pyodide wants it, this would wrap whatever Python takes from the page.
  api.config._makeSnapshot = true;
  try {
    return { loader, whole: api.makeSnapshot(), size: loader.wasmTable.length };
  } catch {
    return undefined;
  }
};

// The description: how long the function table is, which libraries there are, where, and which functions of theirs
// were given places of their own.
const described = ({ loader, whole, size }) => {
  const start = new Uint32Array(whole.buffer, 4, 1)[0];
  const field = (handle, offset) => loader.HEAPU32[(handle + offset) >>> 2]; // struct dso of Emscripten's dynlink.c
  const libraries = Object.entries(loader.LDSO.loadedLibsByHandle)
    .map(([handle, { name, exports }]) => ({ handle: Number(handle), name, exports }))
    .filter(({ handle }) => handle) // 0 is Python itself
    .map((library) => ({
      ...library,
      memory: field(library.handle, 12),
      table: field(library.handle, 20),
      entries: field(library.handle, 24),
      single: [],
    }));
  const owner = new Map();
  for (const library of libraries)
    for (const [name, value] of Object.entries(library.exports))
      if (typeof value === "function" && !owner.has(value)) owner.set(value, { library, name });
  const first = Math.min(...libraries.map(({ table }) => table));
  for (let at = first; at < size; at += 1) {
    if (libraries.some(({ table, entries }) => table <= at && at < table + entries)) continue;
    const { library, name } = owner.get(loader.wasmTable.get(at)); // fails for what no library has given
    library.single.push([at, name]);
  }
  const memory = whole.subarray(start);
  const pages = [];
  for (let at = 0; at < memory.length; at += PAGE)
    if (new BigUint64Array(memory.buffer, memory.byteOffset + at, PAGE / 8).some((word) => word)) pages.push(at);
  return {
    about: {
      browser: navigator.userAgent, // a snapshot fits the browser that made it
      size,
      bytes: memory.length,
      libraries: libraries.map(({ exports, ...library }) => library),
      header: [...whole.subarray(0, start)],
      pages,
    },
    memory,
  };
};

/** A snapshot as it is kept: the length of the description (32 bits, little-endian), the description as JSON, the pages.
 *  Fails if something in it could not be placed again. */
export const written = (snapshot) => {
  const { about, memory } = described(snapshot);
  const text = new TextEncoder().encode(JSON.stringify(about));
  return new Blob([Uint32Array.of(text.length), text, ...about.pages.map((at) => memory.subarray(at, at + PAGE))]);
};

/** What `written` wrote. Raises for anything else, and for what another browser has made. */
export const read = (buffer) => {
  const length = new DataView(buffer).getUint32(0, true);
  const about = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  if (about.browser !== navigator.userAgent) throw new Error(`it fits ${about.browser}`);
  const content = new Uint8Array(buffer, 4 + length);
  if (content.length !== about.pages.length * PAGE) throw new Error(`${content.length} bytes for ${about.pages.length} pages`);
  return { ...about, content };
};

/** Options for Pyodide that start Python from the snapshot. Raises when a library does not fit its place. */
export const restored = ({ size, bytes, libraries, header, pages, content }, create) => ({
  // Of Pyodide's own snapshot, all but the memory.
  _loadSnapshot: Uint8Array.from(header),
  createPyodideModule: async (settings) => {
    const loader = await create(settings);
    loader.growMemory(bytes);
    const fill = () => pages.forEach((at, i) => loader.HEAPU8.set(content.subarray(i * PAGE, (i + 1) * PAGE), at));
    fill(); // the libraries set up their data again, as in a Python that works
    const table = loader.wasmTable;
    table.grow(size - table.length);

    for (const { handle, name, memory, table: first, single } of libraries) {
      // The loader puts a library at the table's end and takes places for single functions from the free ones.
      Object.defineProperties(table, {
        length: { configurable: true, value: first },
        grow: { configurable: true, value: (more) => { if (more === 1) throw new Error(`${name} needs more places`); } },
      });
      loader.placed = memory;
      loader.freeTableIndexes.splice(0, Infinity, ...single.map(([at]) => at).reverse());
      loader.loadDynamicLibrary(name, { global: false, nodelete: false }, {}, handle);
      const { exports } = loader.LDSO.loadedLibsByHandle[handle];
      for (const [at, entry] of single)
        if (table.get(at) !== exports[entry]) throw new Error(`${name}: ${entry} is not where it was`);
    }
    delete table.length;
    delete table.grow;
    delete loader.placed;
    fill();
    return loader;
  },
});
