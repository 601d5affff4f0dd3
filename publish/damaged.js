// First in the one file: says that the file is damaged where it ends, or is changed, before start.js could say so. The
// words are the pages', which may never come.
addEventListener("DOMContentLoaded", () => {
  if (globalThis.startPython) return;
  const words = () => document.querySelector("[data-damaged]").content.cloneNode(true);
  const places = document.querySelectorAll("[data-python-state]");
  for (const place of places) place.replaceWith(words());
  if (!places.length) document.body.prepend(words());
});
