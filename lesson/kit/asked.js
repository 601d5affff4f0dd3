// What an address asks for beside settings, before anything else runs: a classic script in the head of every page.
// `?fresh=1` starts without what was answered before, for a shared computer; `?embed=1` leaves out the frame of the
// page, for a place inside another page, and tells that page how high this one is.
(() => {
  "use strict";
  const page = document.documentElement;
  const here = new URL(location.href);

  if (here.searchParams.get("fresh") === "1") {
    const own = `checkpointing-lab:${new URL(page.dataset.root, location.href).pathname}:`;
    try {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(own));
      for (const key of keys) if (key !== `${own}offline`) localStorage.removeItem(key); // that is of the computer
      page.dataset.fresh = "";
    } catch { /* storage denied: there is nothing to erase */ }
    // Out of the address, so that a reload or a link passed on erases nothing.
    here.searchParams.delete("fresh");
    history.replaceState(history.state, "", here.href);
  }

  if (here.searchParams.get("embed") === "1") {
    page.dataset.embedded = "";
    if (parent === globalThis) return;
    let told = 0;
    const tell = () => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      if (height !== told) parent.postMessage({"checkpointing-lab": {height: (told = height)}}, "*"); // a number, no more
    };
    addEventListener("DOMContentLoaded", () => new ResizeObserver(tell).observe(document.body));
  }
})();
