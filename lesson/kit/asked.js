// What must be known before a page shows: its language, and what the address asks for beside settings. A classic script
// in the head of every page; all others can wait until the page stands.
// `?fresh=1` starts without what was answered before, for a shared computer; `?embed=1` leaves out the frame of the
// page, for a place inside another page, and tells that page how high this one is.
(() => {
  "use strict";
  const page = document.documentElement;
  const here = new URL(location.href);
  // Chromium forgets whatever a page from disk stores if the page touches the store before it has loaded.
  const mayStore = () => location.protocol !== "file:" || document.readyState === "complete";
  const onceLoaded = (act) => mayStore() ? act() : addEventListener("load", () => setTimeout(act));

  if (here.searchParams.get("fresh") === "1") {
    const own = `checkpointing-lab:${new URL(page.dataset.root, location.href).pathname}:`;
    page.dataset.fresh = "";
    onceLoaded(() => {
      try {
        const keys = Object.keys(localStorage).filter((key) => key.startsWith(own));
        for (const key of keys) if (key !== `${own}offline`) localStorage.removeItem(key); // that is of the computer
      } catch {
        delete page.dataset.fresh; // storage denied: there is nothing to erase
      }
    });
    // Out of the address, so that a reload or a link passed on erases nothing.
    here.searchParams.delete("fresh");
    history.replaceState(history.state, "", here.href);
  }

  if (here.searchParams.get("embed") === "1") {
    page.dataset.embedded = "";
    let told = 0;
    const tell = () => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      if (height !== told) parent.postMessage({"checkpointing-lab": {height: (told = height)}}, "*"); // a number, no more
    };
    if (parent !== globalThis)
      addEventListener("DOMContentLoaded", () => new ResizeObserver(tell).observe(document.body));
  }

  // The language: the one chosen last, else the browser's, else Korean. Only the course page holds both.
  const key = () => `checkpointing-lab:${new URL(page.dataset.root, location.href).pathname}:language`;
  let last = ""; // what was chosen while this document stands, kept or not
  const chosen = () => {
    if (last) return last;
    if (mayStore()) try {
      const kept = JSON.parse(localStorage.getItem(key()));
      if (kept?.version === 1 && ["ko", "en"].includes(kept.language)) return kept.language;
    } catch { /* storage denied or its content broken: as if nothing was chosen */ }
    const known = navigator.languages.map((name) => name.slice(0, 2)).find((name) => ["ko", "en"].includes(name));
    return known ?? "ko";
  };
  const remember = (language) => {
    last = language;
    try {
      localStorage.setItem(key(), JSON.stringify({version: 1, language}));
    } catch { /* not kept: the next visit goes by the browser's language again */ }
  };
  const show = (language) => {
    page.dataset.language = page.lang = language;
    for (const button of document.querySelectorAll("button[data-language]"))
      button.setAttribute("aria-pressed", String(button.dataset.language === language));
  };
  addEventListener("click", (event) => {
    const choice = event.target.closest?.("[data-language]:not(html)");
    if (!choice) return;
    remember(choice.dataset.language);
    if (choice.localName === "a") choice.search = location.search; // the settings come along
    if (choice.localName === "button") show(choice.dataset.language);
  });
  const speak = () => {
    if (page.hasAttribute("data-both-languages")) show(chosen());
    else delete page.dataset.language;
  };
  speak();
  addEventListener("DOMContentLoaded", speak); // now the buttons stand, too
  onceLoaded(speak);
  addEventListener("page-comes", speak);
})();
