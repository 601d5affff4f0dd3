// Leads from page to page without starting Python again: the next page's text takes the place of this one's, and
// PyScript runs its script as it ran the first one's. A classic script of every page, after asked.js and reading.js.
// On the site a page's text is fetched; the one file holds them all. Nothing else differs, and no page knows which.
// Tells by events of the window: "page-leaves" before a page goes, "page-comes" when the next one stands, and
// "address-changes" when only the settings in the address have changed. Without Python, links load pages as ever.
(() => {
  "use strict";
  const page = document.documentElement;
  const OWN = ["lang", "data-root", "data-both-languages"]; // what <html> says of a page, not of Python
  const FIRST = "index.html";

  // Where pages come from. A place is {path, search, hash}, the path seen from the root of the course.

  const theSite = () => {
    const root = new URL(page.dataset.root, location.href);
    const build = (of) => of.querySelector('meta[name="build"]')?.content;
    return {
      placeOf: ({origin, pathname, search, hash}) => {
        if (origin !== root.origin || !pathname.startsWith(root.pathname)) return null;
        const path = pathname.slice(root.pathname.length).replace(/(^|\/)$/, `$1${FIRST}`);
        if (path.endsWith(".html")) return {path, search, hash};
        // Some hosts leave the ending out; where the reader stands is a page in any case.
        return pathname === location.pathname ? {path: `${path}.html`, search, hash} : null;
      },
      read: async ({path}) => {
        const response = await fetch(new URL(path, root));
        if (!response.ok || !/html/.test(response.headers.get("content-type"))) throw new Error(response.status);
        const next = parsed(await response.text());
        if (build(next) !== build(document)) throw new Error("of another build");
        return next;
      },
    };
  };
  // Its addresses are file.html?settings#/path#part.
  const theFile = (texts) => {
    const own = location.href.split(/[?#]/)[0];
    const placeOf = ({href, search, hash}) => {
      const [, path = FIRST, part = hash] = /^#\/([^#]*)(.*)$/.exec(hash) ?? [];
      return href.startsWith(own) && texts.has(path) ? {path, search, hash: part} : null;
    };
    return {
      placeOf,
      read: async ({path}) => inFile(path),
      first: () => inFile((placeOf(location) ?? {path: FIRST}).path),
    };
    // The page with its links leading through the file; those to a part of it keep the settings of the address.
    function inFile(path) {
      const next = parsed(texts.get(path));
      next.documentElement.dataset.root = "./";
      for (const link of next.querySelectorAll("a[href]")) {
        const href = link.getAttribute("href");
        const to = new URL(href, `https://course.invalid/${path}`), named = to.pathname.slice(1);
        if (to.hostname !== "course.invalid" || !texts.has(named)) continue;
        link.setAttribute("href", `${/^[?#]/.test(href) ? to.search : own + to.search}#/${named}${to.hash}`);
      }
      return next;
    }
  };
  const parsed = (text) => {
    const next = new DOMParser().parseFromString(text, "text/html");
    next.querySelectorAll("noscript").forEach((note) => note.remove());
    return next;
  };
  const texts = new Map(Array.from(document.querySelectorAll("[data-page]"), (e) => [e.dataset.page, e.textContent]));
  const pages = texts.size ? theFile(texts) : theSite();

  // What stands in the document

  const said = document.createElement("p"); // stays; read aloud by screen readers
  said.className = "visually-hidden";
  said.setAttribute("role", "status");
  const put = (next) => {
    for (const name of OWN)
      next.documentElement.hasAttribute(name)
        ? page.setAttribute(name, next.documentElement.getAttribute(name))
        : page.removeAttribute(name);
    document.title = next.title;
    const about = (of) => of.querySelector('meta[name="description"]');
    if (about(document) && about(next)) about(document).content = about(next).content;
    for (const child of [...document.body.childNodes]) if (child !== said) child.remove();
    document.body.prepend(...next.body.childNodes);
    keepEmbedded();
    dispatchEvent(new Event("page-comes"));
  };
  // Inside another page every page of the course comes without its frame, whatever led to it.
  const keepEmbedded = () => {
    if (!page.hasAttribute("data-embedded")) return;
    for (const link of document.querySelectorAll("a[href]")) {
      const to = new URL(link.href);
      if (!pages.placeOf(to) || /^#/.test(link.getAttribute("href"))) continue;
      to.searchParams.set("embed", "1");
      link.href = to.href;
    }
  };
  const named = (hash) => {
    try {
      return document.getElementById(decodeURIComponent(hash.slice(1)));
    } catch {
      return null; // no address of ours is broken like that
    }
  };
  const arrive = ({hash}, top) => {
    const part = named(hash);
    const start = part ?? [...document.querySelectorAll("h1")].find((title) => title.getClientRects().length);
    if (start && start.tabIndex < 0) start.tabIndex = -1; // headings take no focus of themselves
    start?.focus({preventScroll: true});
    if (top === undefined && part) part.scrollIntoView();
    else scrollTo({top: top ?? 0, behavior: "instant"});
  };

  // Moving

  let here = pages.placeOf(location) ?? {path: FIRST, search: "", hash: ""};
  let turn = 0, isLeft = false;
  let entry = history.state?.entry;
  const scrolls = new Map(); // where the reader was, by history entry
  const push = (address) => {
    scrolls.set(entry, scrollY);
    entry = `${Date.now()} ${Math.random()}`;
    history[address === location.href ? "replaceState" : "pushState"]({entry}, "", address);
  };
  const leave = () => {
    if (!isLeft) dispatchEvent(new Event("page-leaves"));
    isLeft = true;
    page.dataset.python = "loading";
    page.dataset.swapped = "";
    delete page.dataset.fresh; // told once
  };
  const swap = async (to, address, top) => {
    const mine = ++turn;
    let next;
    try {
      next = await pages.read(to);
    } catch { // a plain load says best what is wrong
      if (mine === turn) address ? location.assign(address) : location.reload();
      return;
    }
    if (mine !== turn) return; // the reader went elsewhere meanwhile
    leave();
    if (address) push(address);
    [here, isLeft] = [to, false];
    put(next);
    if (!document.querySelector('script[type="py"]')) page.dataset.python = "ready";
    arrive(to, top);
    said.textContent = document.title;
  };
  const hasPython = () => page.dataset.python === "ready" || page.hasAttribute("data-swapped");

  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]:not([download], [target])");
    if (!link || event.defaultPrevented || event.button) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // another tab or window is asked for
    const address = new URL(link.href), settings = "settings" in link.dataset;
    const stays = settings && !pages.placeOf(address)?.hash; // settings alone lead nowhere else
    if (settings && !address.hash) address.hash = location.hash;
    if (settings && page.hasAttribute("data-embedded")) address.searchParams.set("embed", "1");
    const to = pages.placeOf(address);
    if (!to || (to.path !== here.path && !hasPython())) return;
    event.preventDefault();
    if (to.path !== here.path) return swap(to, address.href);
    // A link to settings always sets them: what was typed last need not have reached the address.
    const sets = to.search !== location.search || settings;
    push(address.href);
    if (sets) dispatchEvent(new Event("address-changes"));
    if (!stays) arrive(to);
  });
  addEventListener("popstate", ({state}) => {
    scrolls.set(entry, scrollY);
    entry = state?.entry;
    const to = pages.placeOf(location), top = scrolls.get(entry);
    if (to?.path === here.path && !isLeft) {
      turn++;
      dispatchEvent(new Event("address-changes"));
      return arrive(to, top);
    }
    if (!to || !hasPython()) return location.reload();
    leave(); // the address is the next page's already
    swap(to, "", top);
  });
  // The browser restores what it loads; what is swapped in is ours to restore.
  addEventListener("pageshow", () => (history.scrollRestoration = "manual"));
  addEventListener("pagehide", () => (history.scrollRestoration = "auto"));

  if (pages.first) put(pages.first());
  const begin = () => {
    document.body.append(said);
    keepEmbedded();
    if (pages.first && here.hash) arrive(here);
  };
  document.readyState === "loading" ? addEventListener("DOMContentLoaded", begin) : begin();
})();
