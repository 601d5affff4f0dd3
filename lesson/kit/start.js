// Watches Python start, before any module: brings its files, shows how far they are, and says what went wrong.
// A classic script in the head of every page; built pages hold its text. It has no words for readers: those are the
// page's `<template data-start="...">`. `<html data-python>` is "loading", then "ready" or "failed"; a start that
// comes late still turns "failed" into "ready".
(() => {
  "use strict";
  const QUIET_SECONDS = 20; // without a new byte or step a start has failed
  const STARTS_BEFORE_ASKING = 2;
  const page = document.documentElement;
  const here = (name) => new URL(name, document.baseURI).href;
  const parts = new Map(); // address -> {name, from, type, bytes, sha256, arrived, content}
  let modules = [], step = "fetching", quiet = 0, failure = null;

  // What is shown

  const everywhere = (name, change) => document.querySelectorAll(`[data-start-${name}]`).forEach(change);
  const say = (place, name, values = {}) => { // in the language of the place: the course page holds two
    const text = place.closest("main").querySelector(`template[data-start="${name}"]`).content.textContent;
    place.textContent = text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  };
  const show = () => {
    const sum = (key) => [...parts.values()].reduce((total, part) => total + part[key], 0);
    const [arrived, bytes] = [sum("arrived"), sum("bytes")];
    const megabytes = {arrived: (arrived / 1e6).toFixed(1), bytes: (bytes / 1e6).toFixed(1)};
    everywhere("step", (place) => say(place, `step-${bytes ? step : "unknown"}`, megabytes));
    if (bytes) {
      const done = step === "fetching" ? 0.8 * (arrived / bytes) : step === "starting" ? 0.85 : 0.95;
      everywhere("bar", (bar) => (bar.value = done));
    }
    if (!failure) return;
    everywhere("reason", (place) => say(place, failure.reason, failure));
    everywhere("details", (place) => (place.textContent = failure.details));
    everywhere("again", (button) => say(button, failure.resume ? "go" : "again"));
  };
  const moved = (to = step) => {
    [step, quiet] = [to, 0];
    show();
  };
  const fail = (reason, file = "", details = "", resume = null) => {
    if (page.dataset.python === "ready" || failure) return;
    const name = file && new URL(file, document.baseURI).pathname.split("/").pop();
    failure = {reason, file: name, resume, details: [file, details, navigator.userAgent].filter(Boolean).join("\n")};
    page.dataset.python = "failed";
    show();
  };
  addEventListener("DOMContentLoaded", show);
  addEventListener("click", ({target}) => {
    if (!target.closest?.("[data-start-again]")) return;
    const resume = failure?.resume;
    if (!resume) return location.reload(); // asked for by the reader; nothing here ever reloads by itself
    failure = null;
    page.dataset.python = "loading";
    resume();
  });

  // Files: counted as they come, whole and unchanged, fetched once more past the cache if they are not

  const fetched = globalThis.fetch;
  const counting = (part) => new TransformStream({
    transform(piece, controller) {
      if (part) part.arrived += piece.length;
      moved();
      controller.enqueue(piece);
    },
  });
  const wrong = (reason, details) => Object.assign(new Error(details), {reason});
  const whole = async (part, cache) => {
    part.arrived = 0;
    const response = await fetched(part.from, {cache});
    if (!response.ok) throw wrong("file-missing", `HTTP ${response.status}`);
    const bytes = new Uint8Array(await new Response(response.body.pipeThrough(counting(part))).arrayBuffer());
    if (bytes.length !== part.bytes) throw wrong("file-changed", `${bytes.length} bytes, expected ${part.bytes}`);
    if (globalThis.crypto?.subtle) { // offered in secure contexts only; elsewhere the length must do
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      const text = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
      if (text !== part.sha256) throw wrong("file-changed", `SHA-256 ${text}, expected ${part.sha256}`);
    }
    return bytes;
  };
  const bring = async (part) => {
    try {
      const bytes = await whole(part, "default").catch(() => whole(part, "reload"));
      return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).blob();
    } catch (error) {
      fail(error.reason ?? (navigator.onLine ? "no-answer" : "offline"), part.from, String(error));
      throw error;
    }
  };
  globalThis.fetch = async (what, how) => {
    const address = here(what?.url ?? what);
    const part = parts.get(address);
    if (part) return new Response(await part.content, {headers: {"content-type": part.type}});
    const response = await fetched(what, how);
    // A wrong type for .wasm would end Pyodide's start, and not every teacher can mend a server.
    const headers = new Headers(response.headers);
    if (new URL(address).pathname.endsWith(".wasm")) headers.set("content-type", "application/wasm");
    if (!response.ok || !response.body || page.dataset.python === "ready") return response;
    return new Response(response.body.pipeThrough(counting()), {status: response.status, headers});
  };

  // PyScript opens a store for lists of packages, which our pages have none of, and waits for ever where it is denied
  // or hangs. This one is always there and always empty.
  const answer = (result) => {
    const request = {};
    queueMicrotask(() => request.onsuccess?.({target: {result}}));
    return request;
  };
  const entries = {getAllKeys: () => answer([]), get: () => answer(), put: () => answer(), clear: () => answer()};
  const store = {close() {}, transaction: () => ({objectStore: () => entries})};
  Object.defineProperty(globalThis, "indexedDB", {configurable: true, value: {open: () => answer(store)}});

  // What can go wrong

  // A module that fails says neither why nor always which: ask for each and name the first that comes wrong.
  const diagnose = async (suspect, details, quietly = false) => {
    for (const file of [...(suspect ? [suspect] : []), ...modules]) {
      try {
        const response = await fetched(file, {method: "HEAD", cache: "no-store"});
        const type = response.headers.get("content-type") ?? "";
        if (!response.ok) return fail("file-missing", file, `HTTP ${response.status}`);
        if (/html/.test(type)) return fail("file-changed", file, type);
        if (!/javascript/.test(type)) return fail("file-type", file, type);
      } catch (error) {
        return fail(navigator.onLine ? "no-answer" : "offline", file, String(error));
      }
    }
    fail(suspect || !quietly ? "unknown" : "stalled", suspect, details);
  };
  const isPython = (text) => /PythonError|Traceback \(most recent call last\)/.test(text);
  addEventListener("securitypolicyviolation", (event) => {
    if (event.disposition === "enforce") fail("policy", "", `${event.violatedDirective}: ${event.blockedURI}`);
  });
  addEventListener("error", ({target, message}) => {
    if (target?.localName === "script" || target?.rel === "modulepreload") diagnose(target.src || target.href, "");
    else if (isPython(message)) fail("python", "", message);
    else if (/WebAssembly|unsafe-eval/.test(message)) fail("policy", "", message);
  }, true);
  addEventListener("unhandledrejection", ({reason}) => {
    const text = String(reason?.stack ?? reason);
    if (page.dataset.python !== "loading") return;
    isPython(text) ? fail("python", "", text) : diagnose("", text);
  });
  // PyScript tells of an error in a page's own script only here.
  const consoleError = console.error;
  console.error = (...what) => {
    if (isPython(String(what[0]))) fail("python", "", String(what[0]));
    consoleError.apply(console, what);
  };
  addEventListener("python-step", ({detail}) => moved(detail));
  addEventListener("python-failed", ({detail}) => fail("python", "", detail));

  // Counted in seconds the page was able to run: a slow computer at work is not a stall.
  const watch = setInterval(() => {
    if (!failure && ++quiet >= QUIET_SECONDS) diagnose("", `no progress for ${QUIET_SECONDS} s (${step})`, true);
  }, 1000);
  const ready = new MutationObserver(() => {
    if (page.dataset.python !== "ready") return;
    clearInterval(watch);
    ready.disconnect();
    failure = null;
    starts(0);
  });
  ready.observe(page, {attributeFilter: ["data-python"]});

  // The start

  if (location.protocol === "file:") fail("opened-as-file");
  else if (typeof WebAssembly !== "object") fail("no-webassembly");
  else if (typeof DecompressionStream !== "function") fail("old-browser");

  // Starts in a row that failed, or never ended because the page crashed, in this tab. Without storage each is the
  // first.
  const starts = (count) => {
    const key = `checkpointing-lab:${new URL(page.dataset.root, document.baseURI).pathname}:starts`;
    try {
      if (count !== undefined) sessionStorage.setItem(key, JSON.stringify({version: 1, count}));
      return JSON.parse(sessionStorage.getItem(key))?.count ?? 0;
    } catch {
      return 0;
    }
  };
  const add = (tag, properties) => document.head.append(Object.assign(document.createElement(tag), properties));

  // Called by built pages: `home` is the runtime's folder; `modules` are its scripts, the first one to be run, the
  // others to be fetched beside it; `packed` are the files that come compressed and are asked for by another name.
  globalThis.startPython = ({home, modules: names, packed}) => {
    modules = names.map((name) => here(home + name));
    for (const [name, part] of Object.entries(packed))
      parts.set(here(home + name), {...part, from: here(home + part.from), arrived: 0});
    const run = () => {
      starts(starts() + 1);
      addEventListener("pagehide", () => {
        if (page.dataset.python === "loading") starts(Math.max(0, starts() - 1)); // left, not failed
      });
      for (const part of parts.values()) (part.content = bring(part)).catch(() => {}); // `bring` has told of it
      for (const href of modules.slice(1)) add("link", {rel: "modulepreload", href});
      add("script", {type: "module", src: modules[0]});
      moved("fetching");
    };
    if (failure) return;
    if (starts() >= STARTS_BEFORE_ASKING) fail("asks-first", "", "", run);
    else run();
  };
})();
