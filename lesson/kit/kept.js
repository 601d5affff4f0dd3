// What a start leaves ready-made for the next one, in the browser's Cache Storage: the runtime's files unpacked, and
// Python's memory with everything imported (snapshot.mjs). It only ever saves time: whatever is missing, slow, broken
// or denied there is fetched and computed as on a first visit. A classic script; built pages hold its text.
(() => {
  "use strict";
  const PATIENCE = 5000; // milliseconds; a store slower than that saves nothing
  const page = document.documentElement;
  const own = (what) => `checkpointing-lab:${new URL(page.dataset.root, document.baseURI).pathname}:${what}`;
  const name = own("start");
  const LENGTH = "x-length"; // header: what is shorter was cut off
  const attempt = (work) =>
    Promise.race([
      (async () => work())().catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, PATIENCE)),
    ]);

  // A start that takes something from the store and takes the tab down with it must not do so again: it leaves its mark
  // in the tab, and the next start there empties the store. A page that is left meanwhile takes its mark along.
  const mark = (change) => {
    try {
      if (change) sessionStorage.setItem(`${name}-used`, '{"version":1}');
      if (change === false) sessionStorage.removeItem(`${name}-used`);
      return sessionStorage.getItem(`${name}-used`) !== null;
    } catch {
      return false;
    }
  };
  const isRemoved = () => { // by the reader, together with the offline copy
    try {
      return JSON.parse(localStorage.getItem(own("offline")))?.wanted === false;
    } catch {
      return false;
    }
  };
  const drop = () => attempt(() => caches.delete(name));
  const allowed = attempt(async () => {
    if (mark()) {
      mark(false);
      await caches.delete(name);
    }
    return caches.open(name);
  });
  const opened = attempt(async () => {
    const store = await allowed;
    if (!(await store?.keys())?.length) return undefined;
    if (page.dataset.python !== "ready") mark(true);
    return store;
  });
  const take = (address) =>
    attempt(async () => {
      const response = await (await opened)?.match(address);
      const content = await response?.arrayBuffer();
      if (!content || content.byteLength === Number(response.headers.get(LENGTH))) return content;
      return void (await drop());
    });
  const found = new Map();

  globalThis.kept = {
    /** Whether this page may keep anything. */
    isAllowed: allowed.then(Boolean),
    /** The content kept under this address, or undefined. */
    find(address) {
      if (!found.has(address)) found.set(address, take(address));
      return found.get(address);
    },
    /** Keeps `parts`, bytes by address, in place of all that was kept. The last one makes them a whole. */
    async keep(parts) {
      await caches.delete(name);
      if (isRemoved()) return;
      const store = await caches.open(name);
      for (const [address, bytes] of Object.entries(parts))
        await store.put(address, new Response(bytes, {headers: {[LENGTH]: bytes.size ?? bytes.byteLength}}));
    },
    drop,
  };

  addEventListener("pagehide", () => page.dataset.python === "loading" && mark(false));
  const ready = new MutationObserver(() => {
    if (page.dataset.python !== "ready") return;
    ready.disconnect();
    found.clear(); // tens of megabytes
    mark(false);
  });
  ready.observe(page, {attributeFilter: ["data-python"]});
})();
