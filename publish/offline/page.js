// Has the built site kept in the browser once Python is ready, tells of a new release, and lets the reader remove the
// copy. Stands in built pages, and has no words for readers: those are the page's `<template data-offline="...">`.
// Where there are no service workers, or one fails, nothing is kept and nothing is said.
(() => {
  "use strict";
  const page = document.documentElement;
  const root = new URL(page.dataset.root, document.baseURI);
  const worker = new URL("worker.js", root).href;
  const own = document.querySelector('meta[name="build"]').content;
  let isKept; // not known at first
  let newest = own, put = ""; // releases: the server's, and the one the reader does not want to hear of again

  const key = `checkpointing-lab:${root.pathname}:offline`;
  const isWanted = () => { // until the reader removes the copy
    const kept = localStorage.getItem(key); // throws where storage is denied, and so are workers there
    try {
      const said = JSON.parse(kept);
      return said?.version !== 1 || said.wanted !== false;
    } catch {
      return true;
    }
  };
  const want = (wanted) => {
    try {
      localStorage.setItem(key, JSON.stringify({version: 1, wanted}));
    } catch { /* not kept: the next visit goes by the default again */ }
  };

  const everywhere = (name, change) => document.querySelectorAll(`[data-offline-${name}]`).forEach(change);
  const say = (place, name) => {
    const words = place.closest("main").querySelector(`template[data-offline="${name}"]`);
    place.replaceChildren(words.content.cloneNode(true));
  };
  const show = () => {
    const isNews = newest !== own && newest !== put;
    everywhere("news", (place) => {
      if (isNews !== place.hasChildNodes()) isNews ? say(place, "news") : place.replaceChildren();
    });
    everywhere("copy", (place) => (place.hidden = isKept === undefined));
    if (isKept === undefined) return;
    everywhere("state", (place) => say(place, isKept ? "kept" : "removed"));
    everywhere("switch", (button) => say(button, isKept ? "remove" : "keep"));
  };

  // What may fail is the browser's to refuse: the page is whole without it.
  const quietly = (act) => act().catch(() => {});
  const ask = async (what) => { // of this site's own worker, which is made if it is not there
    const registration = await navigator.serviceWorker.register(worker);
    const to = registration.active ?? registration.waiting ?? registration.installing;
    const send = () => to.state === "activated" && to.postMessage(what);
    to.addEventListener("statechange", send);
    send();
  };
  const keep = () => ask({ask: "greet", release: own});
  const begin = async () => {
    navigator.serviceWorker.addEventListener("message", ({data, source}) => {
      if (source?.scriptURL !== worker) return; // of a copy of the site that lies around this one
      [isKept, newest] = [data.kept, data.release ?? newest];
      show();
    });
    if (isWanted()) return keep();
    isKept = false;
    show();
    const registration = await navigator.serviceWorker.getRegistration(root.href);
    if (registration?.active?.scriptURL === worker) await ask({ask: "remove"}); // a removal that was cut off
  };
  const askForNews = async () => {
    if (isWanted()) await keep();
  };
  const ACTS = {
    switch: async () => {
      want(!isKept);
      await (isKept ? ask({ask: "remove"}) : keep());
    },
    reload: async () => location.reload(),
    later: async () => {
      put = newest;
      show();
    },
  };
  addEventListener("click", ({target}) => {
    for (const [name, act] of Object.entries(ACTS)) if (target.closest?.(`[data-offline-${name}]`)) quietly(act);
  });

  const ready = new MutationObserver(() => {
    if (page.dataset.python !== "ready") return;
    ready.disconnect();
    quietly(begin);
    document.addEventListener("visibilitychange", () => document.hidden || quietly(askForNews));
    addEventListener("online", () => quietly(askForNews));
    addEventListener("page-comes", show); // told by router.js
  });
  ready.observe(page, {attributeFilter: ["data-python"]});
})();
