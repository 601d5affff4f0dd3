// Watches Python start, before any module: brings its files, shows how far they are, and says what went wrong.
// A classic script in the head of every page; built pages hold its text. It has no words for readers: those are the
// page's `<template data-start="...">`. `<html data-python>` is "loading", then "ready" or "failed"; a start that
// comes late still turns "failed" into "ready". `<html data-start-quiet="n">` sets the quiet time, for tests.
(() => {
  "use strict";
  const page = document.documentElement;
  const QUIET_SECONDS = Number(page.dataset.startQuiet ?? 20); // without a new byte or step a start has failed
  const STARTS_BEFORE_ASKING = 2;
  const IN_ONE_FILE = "oneFile" in page.dataset; // what does not come is not held up by a network, but damaged
  const FRAME_PATIENCE = 1000; // milliseconds; frames of pages that lie out of view may never come
  const here = (name) => new URL(name, document.baseURI).href;
  const packed = new Map(), scripts = new Map(); // address asked for -> {from, type, bytes, integrity, arrived}
  let step = "fetching", told = "", parsed = false, quiet = 0, clue = "", failure = null, frame = 0;

  // What is shown

  const everywhere = (name, change) => document.querySelectorAll(`[data-start-${name}]`).forEach(change);
  const say = (place, name, values = {}) => { // in the language of the place: the course page holds two
    const text = place.closest("main").querySelector(`template[data-start="${name}"]`).content.textContent;
    place.textContent = text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  };
  const show = () => {
    frame = 0;
    if (document.readyState === "loading") return; // places and words stand at the two ends of a page
    const sum = (key) => [...packed.values()].reduce((total, part) => total + part[key], 0);
    const [arrived, bytes] = [sum("arrived"), sum("bytes")];
    const done = {fetching: 0.8 * (bytes && arrived / bytes), starting: 0.85, libraries: 0.95}[step] ?? 0;
    const megabytes = {arrived: (arrived / 1e6).toFixed(1), bytes: (bytes / 1e6).toFixed(1)};
    everywhere("bar", (bar) => (bar.value = done));
    everywhere("step", (place) => say(place, step === "fetching" && bytes ? "step-bytes" : `step-${step}`, megabytes));
    if (!failure) return;
    everywhere("reason", (place) => say(place, failure.reason, failure));
    everywhere("details", (place) => (place.textContent = failure.details));
    everywhere("again", (button) => say(button, failure.resume ? "go" : "again"));
  };
  const announce = (text) => everywhere("said", text); // read aloud by screen readers, once a step
  const enter = (to) => {
    [step, quiet] = [to, 0];
    show();
    if (!parsed || failure || told === step) return;
    told = step;
    announce((place) => say(place, `step-${step}`));
  };
  const moved = () => {
    quiet = 0;
    frame ||= requestAnimationFrame(show);
  };
  const fail = (reason, file = "", details = "", resume = null) => {
    if (page.dataset.python === "ready" || failure) return;
    const name = file && new URL(file, document.baseURI).pathname.split("/").pop();
    details = [file, details, navigator.userAgent].filter(Boolean).join("\n");
    failure = {reason, file: name, address: file, resume, details, seconds: QUIET_SECONDS};
    page.dataset.python = "failed";
    show();
  };
  const whenParsed = (act) => document.readyState === "loading" ? addEventListener("DOMContentLoaded", act) : act();
  whenParsed(() => {
    parsed = true;
    if (IN_ONE_FILE && !document.querySelector("[data-whole]")) fail("damaged");
    enter(step);
  });
  addEventListener("click", ({target}) => {
    if (!target.closest?.("[data-start-again]")) return;
    if (!failure?.resume) return startAgain();
    const {resume} = failure;
    failure = null;
    page.dataset.python = "loading";
    resume();
  });
  // Asked for by the reader; nothing here ever reloads by itself. A script that came wrong may lie in the cache for a
  // year, and only a fetch past the cache puts it right.
  const startAgain = async () => {
    const past = {cache: "reload", signal: AbortSignal.timeout(5000)};
    const again = scripts.has(failure?.address) ? [...scripts.keys()] : [];
    await Promise.allSettled([globalThis.kept?.drop(), ...again.map(async (address) => (await fetched(address, past)).arrayBuffer())]);
    location.reload();
  };

  // Files: kept ready-made, or else counted as they come, whole and unchanged, fetched once more past the cache if not

  const fetched = globalThis.fetch;
  // By hand, not piped: Chromium ends a fetch whose body is piped on once its response is collected as garbage.
  const pieces = async function* (stream, part) {
    const reader = stream.getReader();
    for (let piece; !(piece = await reader.read()).done; yield piece.value) {
      part.arrived += piece.value.length;
      moved();
    }
  };
  const gathered = async (stream, part, take = () => {}) => {
    const all = [];
    for await (const piece of pieces(stream, part)) {
      all.push(piece);
      take(piece);
    }
    return new Blob(all).arrayBuffer();
  };
  const wrong = (reason, details) => Object.assign(new Error(details), {reason});
  const tell = (error, file) => {
    if (error.reason && !IN_ONE_FILE) return fail(error.reason, file, String(error));
    const reason = IN_ONE_FILE ? "damaged" : navigator.onLine ? "no-answer" : "offline";
    setTimeout(() => fail(reason, file, String(error)), 100); // where it was a policy, that is told first
  };
  const fault = (response, isScript) => {
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok) return wrong("file-missing", `HTTP ${response.status}`);
    if (/html/.test(type)) return wrong("file-changed", type); // a login page, as a rule
    return isScript && !/javascript/.test(type) ? wrong("file-type", type) : null;
  };
  const whole = async (part, cache, take = () => {}) => {
    part.arrived = 0;
    const response = await fetched(part.from, {cache});
    const found = fault(response, part.type === "script");
    if (found) throw found;
    const content = await gathered(response.body, part, take).catch((error) => {
      throw wrong("file-changed", String(error)); // cut off
    });
    if (part.bytes && content.byteLength !== part.bytes)
      throw wrong("file-changed", `${content.byteLength} bytes, expected ${part.bytes}`);
    if (part.integrity && globalThis.crypto?.subtle) { // offered in secure contexts only; elsewhere the length must do
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
      const integrity = `sha256-${btoa(String.fromCharCode(...hash))}`;
      if (integrity !== part.integrity) throw wrong("file-changed", `${integrity}, expected ${part.integrity}`);
    }
    return content;
  };
  const unzipped = async (part, cache) => {
    const {write, end, stop} = unzipping();
    const zipped = await whole(part, cache, write).catch((error) => {
      stop();
      throw error;
    });
    return end(zipped).catch((error) => {
      throw wrong("file-changed", String(error));
    });
  };
  const bring = async (part, address) => {
    try {
      const ready = await kept.find(address);
      if (ready) {
        part.arrived = part.bytes;
        moved();
        return ready;
      }
      return await unzipped(part, "default").catch(() => unzipped(part, "reload"));
    } catch (error) {
      tell(error, part.from);
      throw error;
    }
  };
  globalThis.fetch = async (what, how) => {
    const address = here(what?.url ?? what);
    const part = packed.get(address);
    if (part) return new Response(await part.content, {headers: {"content-type": part.type}});
    if (page.dataset.python === "ready") return fetched(what, how);
    const response = await fetched(what, how).catch((error) => {
      tell(error, address);
      throw error;
    });
    const found = fault(response);
    if (found) tell(found, address);
    if (found || !response.body) return response;
    // A wrong type for .wasm would end Pyodide's start, and not every teacher can mend a server.
    const headers = new Headers(response.headers);
    if (new URL(address).pathname.endsWith(".wasm")) headers.set("content-type", "application/wasm");
    const counted = pieces(response.body, {});
    const pull = async (controller) => {
      const {done, value} = await counted.next();
      done ? controller.close() : controller.enqueue(value);
    };
    return new Response(new ReadableStream({pull}), {status: response.status, headers});
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

  // PyScript opens a channel to workers, which our pages have none of, and does not start where Firefox denies it
  // because all cookies are blocked. This one is silent.
  try {
    new BroadcastChannel("").close();
  } catch {
    globalThis.BroadcastChannel = class { postMessage() {} close() {} };
  }

  // What can go wrong

  // A module that fails says neither why nor always which: fetch each and name the first that comes wrong.
  let diagnosing = false;
  const diagnose = async (suspect, details) => {
    clue ||= details;
    if (diagnosing || page.dataset.python !== "loading") return;
    diagnosing = true;
    const first = suspect ? [scripts.get(suspect) ?? {from: suspect, type: "script"}] : [];
    for (const part of [...first, ...scripts.values()]) {
      try {
        await whole(part, "default");
      } catch (error) {
        return tell(error, part.from);
      }
    }
    diagnosing = false;
    if (suspect) fail("file-changed", suspect, details);
  };
  const isPython = (text) => /PythonError|Traceback \(most recent call last\)/.test(text);
  addEventListener("securitypolicyviolation", ({disposition, effectiveDirective, blockedURI}) => {
    if (disposition === "enforce" && /^(script|connect|default)-src/.test(effectiveDirective))
      fail("policy", "", `${effectiveDirective}: ${blockedURI}`);
  });
  addEventListener("error", ({target, message}) => {
    const file = target?.src || target?.href;
    if (file && (target.localName === "script" || target.rel === "modulepreload")) diagnose(file, `${file} failed`);
    else if (isPython(message)) fail("python", "", message);
    else if (message) diagnose("", message);
  }, true);
  addEventListener("unhandledrejection", ({reason}) => {
    const text = String(reason?.stack ?? reason);
    isPython(text) ? fail("python", "", text) : diagnose("", text);
  });
  // PyScript tells of an error in a page's own script only here.
  const consoleError = console.error;
  console.error = (...what) => {
    if (isPython(String(what[0]))) fail("python", "", String(what[0]));
    consoleError.apply(console, what);
  };
  addEventListener("python-step", ({detail}) => enter(detail));
  addEventListener("python-failed", ({detail}) => fail("python", "", detail));

  // Counted in seconds the page was able to run: a slow computer at work is not a stall, nor is a page still coming in.
  setInterval(() => {
    if (!parsed || page.dataset.python !== "loading" || failure || ++quiet < QUIET_SECONDS) return;
    const late = [...packed.values()].find((part) => part.arrived < part.bytes)
      ?? [...scripts.values()].find(({from}) => !performance.getEntriesByName(from).length);
    if (late && !IN_ONE_FILE) fail(navigator.onLine ? "no-answer" : "offline", late.from, `${late.arrived} of ${late.bytes} bytes`);
    else fail(clue ? "unknown" : "stalled", "", clue || step);
  }, 1000);
  let started = false;
  new MutationObserver(() => {
    if (page.dataset.python === "loading") [failure, quiet, clue, diagnosing] = [null, 0, "", false]; // another page
    if (page.dataset.python !== "ready") return;
    failure = null;
    if (started) return;
    started = true;
    starts(0);
    announce((place) => (place.textContent = place.closest("main").querySelector('[data-when="ready"]').textContent));
  }).observe(page, {attributeFilter: ["data-python"]});

  // The start

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
  // The page can be seen before two cores are busy with its Python. Where nobody looks there are no frames to wait for.
  const whenSeen = (act) => {
    let acted = false;
    const once = () => acted || ((acted = true), act());
    requestAnimationFrame(() => setTimeout(once));
    setTimeout(once, document.hidden ? 0 : FRAME_PATIENCE);
  };
  const add = (tag, properties) => document.head.append(Object.assign(document.createElement(tag), properties));

  // Called by built pages: `home` is the runtime's folder. `scripts` are its modules, the first one to be run; `packed`
  // the files that come compressed and are asked for by another name. The one file has its modules among these, and
  // `unfold` gives the address of the first.
  globalThis.startPython = ({home, unfold, ...files}) => {
    startPython.home = here(home);
    for (const [name, part] of Object.entries(files.scripts))
      scripts.set(here(home + name), {...part, type: "script", from: here(home + name)});
    for (const [name, part] of Object.entries(files.packed))
      packed.set(here(home + name), {...part, from: here(home + part.from), arrived: 0});
    const run = () => {
      starts(starts() + 1);
      addEventListener("pagehide", () => {
        if (page.dataset.python === "loading") starts(Math.max(0, starts() - 1)); // left, not failed
      });
      kept.find(here(`${home}snapshot`)); // early; interpreter.mjs takes it
      for (const [address, part] of packed)
        (part.content = bring(part, address)).catch(() => {}); // `bring` has told of it
      for (const part of scripts.values())
        add("link", {rel: "modulepreload", href: part.from, integrity: part.integrity});
      const [first] = scripts.values();
      // PyScript looks for its own scripts as soon as it runs, so the page must be whole by then.
      whenParsed(async () => add("script", {
        type: "module",
        ...(unfold ? {src: await unfold()} : {src: first.from, integrity: first.integrity}),
      }));
      enter("fetching");
    };
    if (failure) return;
    if (starts() >= STARTS_BEFORE_ASKING) fail("asks-first", "", "", run);
    else whenSeen(run);
  };

  if (location.protocol === "file:" && !IN_ONE_FILE) fail("opened-as-file");
  else if (typeof WebAssembly !== "object") fail("no-webassembly");
  else if (typeof DecompressionStream !== "function") fail("old-browser");
  // Built pages hold this script. One that comes as a file when the page stands was fetched by reading.js, because a
  // policy forbids scripts inside pages.
  else if (document.readyState !== "loading") fail("policy", "", "script-src: inline");
})();
