// Reading aids that work before Python is there, or without it: a classic script in the head of every page.
// It holds no words for readers.
(() => {
  "use strict";
  const page = document.documentElement;
  const own = document.currentScript.src;
  // The concept's steps are radio buttons; "back" and "next" move along them.
  addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-step-by]");
    if (!button) return;
    const steps = [...document.querySelectorAll('input[name="step"]')];
    const next = steps.findIndex((step) => step.checked) + Number(button.dataset.stepBy);
    if (!steps[next]) return;
    steps[next].checked = true;
    steps[next].dispatchEvent(new Event("change", {bubbles: true}));
  });

  // A policy that forbids scripts inside pages leaves built pages without their start script, and silent: its file can
  // still say so.
  addEventListener("DOMContentLoaded", () => {
    if (globalThis.startPython) return;
    document.head.append(Object.assign(document.createElement("script"), {src: new URL("start.js", own).href}));
  });

  // Until Python is there, a slider and the box beside it follow each other, so that what was set last counts.
  addEventListener("input", ({target}) => {
    if (page.dataset.python === "ready" || !target.form || !target.name) return;
    const field = (name) => target.form.elements.namedItem(name);
    if (field(`${target.name}-typed`)) field(`${target.name}-typed`).value = target.value;
    else if (target.name.endsWith("-typed") && target.value.trim() && Number.isFinite(Number(target.value)))
      field(target.name.slice(0, -"-typed".length)).value = target.value;
  });

  // A finger that scrolls the page may begin on a slider, which jumps to it at once: then it is put back.
  let held = null;
  addEventListener("pointerdown", ({target, pointerType}) => {
    held = target.type === "range" && pointerType === "touch" ? {slider: target, value: target.value} : null;
  }, true);
  addEventListener("pointercancel", () => {
    if (held && held.slider.value !== held.value) {
      held.slider.value = held.value;
      held.slider.dispatchEvent(new Event("input", {bubbles: true}));
    }
    held = null;
  }, true);

  // The language: the one chosen last, else the browser's, else Korean. Only the course page holds both.
  const key = () => `checkpointing-lab:${new URL(page.dataset.root, location.href).pathname}:language`;
  let last = ""; // what was chosen while this document stands, kept or not
  const chosen = () => {
    if (last) return last;
    try {
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
  addEventListener("page-comes", speak);
})();
