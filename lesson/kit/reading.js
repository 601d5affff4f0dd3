// Reading aids that work before Python is there, or without it: a classic script of every page.
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
})();
