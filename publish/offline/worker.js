// The service worker of a built site: keeps the site in the browser, so that it opens without a network. It keeps
// releases. A release is what release.json lists, its id and the hash of every file, and counts as kept when all its
// files are there; a page and all it asks for come from one release. No page depends on this worker.
"use strict";

const LOOK_MS = 1000; // so long may a page wait for the server to say which release it has,
const TAKE_MS = 3000; // and so long for a newer one to be taken whole; then it is what is kept
const SITE = registration.scope;
// The cache of this name notes which release is the current one, and which one each page is of; releases have caches of
// their own, named after it.
const NOTES = `checkpointing-lab:${new URL(SITE).pathname}:`;
const LIST = "release.json", WORKER = location.href;
const pages = new Map(); // which release each page is of, by its client's id
const arriving = new Set(); // pages that are answered and not there yet

const here = (name) => new URL(name, SITE).href;
const kept = (name, release) => caches.match(here(name), {cacheName: NOTES + release});
const note = async (name, text) => (await caches.open(NOTES)).put(here(name), new Response(text));
const noted = async (name) => (await caches.match(here(name), {cacheName: NOTES}))?.text();
const current = () => noted("?current");
const filesOf = async (release) => (await (await kept(LIST, release))?.json())?.files; // if it is kept whole
const windows = async () => {
  const all = await clients.matchAll({includeUncontrolled: true, type: "window"});
  return all.filter(({url}) => url.startsWith(SITE));
};
const tell = async (what) => {
  for (const client of await windows()) client.postMessage(what);
};

// Taking a release, whole or not at all

// Without its list a deploy is not whole; where there is no worker either, the course has been taken down.
const look = async () => {
  const response = await fetch(here(LIST), {cache: "no-cache"});
  const isGone = ({status}) => status === 404 || status === 410;
  if (isGone(response) && isGone(await fetch(WORKER, {cache: "no-cache"}))) await remove();
  if (!response.ok) throw new Error(`${LIST}: HTTP ${response.status}`);
  return response.json();
};
const fresh = ({body, headers}) => new Response(body, {headers});
const bring = async (name, integrity, cache, signal) => {
  const response = await fetch(here(name), {cache, integrity, signal});
  return response.redirected ? fresh(response) : response; // redirected, it would be no answer to a page's address
};
const fill = async ({release, files}, signal) => {
  const former = await current();
  const places = new Map(Object.entries((await filesOf(former)) ?? {}).map(([name, hash]) => [hash, name]));
  if (!(await filesOf(release))) {
    const cache = await caches.open(NOTES + release);
    const take = async ([name, hash]) => {
      if (await cache.match(here(name))) return; // taken before something went wrong
      const same = places.has(hash) && (await kept(places.get(hash), former));
      // Hashed folders never change, so what the browser has of them will do; for the rest the server is asked.
      const first = name.startsWith("runtime/") ? "force-cache" : "no-cache";
      const response = same ? fresh(same) : await bring(name, hash, first, signal).catch(() => bring(name, hash, "reload", signal));
      await cache.put(here(name), response);
    };
    await Promise.all(Object.entries(files).map(take));
    await cache.put(here(LIST), new Response(JSON.stringify({release, files})));
  }
  if (release === former) return release;
  await note("?current", release);
  await tell({kept: true, release});
  return release;
};
let isWanted = true, taking = {};
const take = (list) => {
  if (!isWanted) throw new Error("removed meanwhile");
  if (taking.release !== list.release) {
    const stop = new AbortController();
    const whole = fill(list, stop.signal).catch(async (error) => {
      if (error.name === "QuotaExceededError") await letGo(); // a newer release is worth more than the one kept
      throw error;
    });
    taking = {release: list.release, stop, whole: whole.finally(() => (taking = {}))};
  }
  return taking.whole;
};

// Letting go

const ours = async (pattern) => { // the whole rest of the name, for a path may hold a colon, too
  const names = (await caches.keys()).filter((name) => name.startsWith(NOTES));
  return names.filter((name) => pattern.test(name.slice(NOTES.length)));
};
const tidy = async () => {
  const notes = await caches.open(NOTES);
  const open = new Set([...arriving, ...(await windows()).map(({id}) => id)]);
  for (const id of [...pages.keys()]) if (!open.has(id)) pages.delete(id);
  const needed = new Set([await current(), ...pages.values()]);
  for (const {url} of await notes.keys()) {
    const id = new URL(url).searchParams.get("page");
    if (open.has(id)) needed.add(await noted(url));
    else if (id) await notes.delete(url);
  }
  for (const name of await ours(/^[0-9a-f]{12}$/))
    if (!needed.has(name.slice(NOTES.length))) await caches.delete(name);
};
const remove = async () => {
  isWanted = false; // what is looked for now comes too late
  taking.stop?.abort();
  await taking.whole?.catch(() => {}); // whatever came of it goes
  await registration.unregister();
  await letGo();
};
const letGo = async () => { // then pages come from the server
  pages.clear();
  for (const name of await ours(/^([0-9a-f]{12}|start)?$/)) await caches.delete(name); // "start" is of kept.js
  await tell({kept: false});
};

// Answering

const join = (id, release) => {
  pages.set(id, release);
  return note(`?page=${id}`, release);
};
const releaseOf = async (id) => {
  if (id && !pages.has(id)) pages.set(id, await noted(`?page=${id}`));
  return pages.get(id);
};
const within = (milliseconds, promise) => {
  const late = new Promise((resolve) => setTimeout(resolve, milliseconds));
  return Promise.race([promise, late]).catch(() => {}); // no server, or a release that is not whole there: as if late
};
const releaseFor = async (event) => {
  const former = await current();
  if (!former) return former;
  const looked = look();
  const taken = looked.then(take);
  event.waitUntil(taken.catch(() => {}));
  const list = await within(LOOK_MS, looked);
  if (!list || list.release === former) return former;
  return (await within(TAKE_MS, taken)) ?? former;
};
const mend = async (name, release) => {
  const integrity = (await filesOf(release))?.[name];
  if (!integrity) return undefined; // no file of this release
  const response = await bring(name, integrity, "reload");
  await (await caches.open(NOTES + release)).put(here(name), response.clone());
  return response;
};
const page = async (event, address) => {
  const release = await releaseFor(event);
  const files = release && (await filesOf(release));
  const name = files && !(address in files) ? `${address}.html` : address; // some hosts leave the ending out
  const response = release && ((await kept(name, release)) ?? (await mend(name, release).catch(() => {})));
  if (!response) return fetch(event.request); // then all that the page asks for comes from the server, too
  arriving.add(event.resultingClientId);
  event.waitUntil(join(event.resultingClientId, release));
  return response;
};
const file = async ({request, clientId}, name) => {
  arriving.delete(clientId);
  const release = await releaseOf(clientId);
  if (!release) return fetch(request);
  // start.js asks past every cache for what was not as it should be: what is kept is mended, too.
  const response = request.cache !== "reload" && (await kept(name, release));
  return response || (await mend(name, release)) || fetch(request);
};
addEventListener("fetch", (event) => {
  const {url, method, mode} = event.request;
  const address = url.split(/[?#]/)[0];
  if (method !== "GET" || !address.startsWith(SITE)) return;
  const name = address.slice(SITE.length).replace(/(^|\/)$/, "$1index.html");
  event.respondWith(mode === "navigate" ? page(event, name) : file(event, name));
});

// A page that is ready says of which release it is, and asks for news. None does when the reader has removed the copy.
const greet = async ({id}, release) => {
  isWanted = true;
  if (!(await releaseOf(id)) && (await filesOf(release))) await join(id, release);
  const newest = await look().then(take).catch(() => null); // what is kept stays
  if (newest) await tidy();
  const isKept = isWanted && Boolean(await current()); // it may have been removed meanwhile
  await tell(isKept && newest ? {kept: true, release: newest} : {kept: isKept});
};
addEventListener("message", (event) => {
  const {ask, release} = event.data;
  event.waitUntil(ask === "remove" ? remove() : greet(event.source, release));
});
addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(look().then(take));
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
