// What a start leaves ready-made for the next one, in the browser's Cache Storage: the runtime's files unpacked, and
// Python's memory with everything imported (snapshot.mjs). It only ever saves time: whatever is missing, slow, broken
// or denied there is fetched and computed as on a first visit.
(() => {
  "use strict";
  const PATIENCE = 5000; // milliseconds; a store slower than that saves nothing
  const page = document.documentElement;
  const site = new URL(page.dataset.root, document.baseURI);
  const name = `checkpointing-lab:${site.pathname}:start`;
  const using = new URL("start-in-use", site).href; // an address nothing is served under
  const attempt = (work) =>
    Promise.race([
      (async () => work())().catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, PATIENCE)),
    ]);

  // A start that takes something from the store and then fails, or takes the browser down with it, must not do so
  // again: it leaves its mark, and the next start empties the store.
  const opened = attempt(async () => {
    const store = await caches.open(name);
    const addresses = (await store.keys()).map(({url}) => url);
    if (addresses.includes(using)) return void (await caches.delete(name));
    if (!addresses.length) return undefined;
    await store.put(using, new Response());
    return store;
  });
  const found = new Map();
  const take = (address) => attempt(async () => (await (await opened)?.match(address))?.arrayBuffer());

  globalThis.kept = {
    /** The content kept under this address, or undefined. */
    find(address) {
      if (!found.has(address)) found.set(address, take(address));
      return found.get(address);
    },
    /** Keeps `parts`, responses by address, in place of all that was kept. */
    keep: (parts) =>
      attempt(async () => {
        await caches.delete(name);
        const store = await caches.open(name);
        for (const [address, response] of Object.entries(parts)) await store.put(address, response);
      }),
    drop: () => attempt(() => caches.delete(name)),
  };

  const ready = new MutationObserver(() => {
    if (page.dataset.python !== "ready") return;
    ready.disconnect();
    found.clear(); // tens of megabytes
    attempt(async () => (await opened)?.delete(using));
  });
  ready.observe(page, {attributeFilter: ["data-python"]});
})();
