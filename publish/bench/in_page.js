// Runs in the measured page, so that no call from outside lies between an event and its time.
window.bench = (() => {
  const LIMIT_MS = 20000;
  const lab = document.querySelector("form[data-lab]");
  const figures = [...document.querySelectorAll("figure[data-update]:not([data-part] *)")];

  // After the browser has painted: what one move leaves to do is not counted to the next.
  const rest = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

  function send(field, value) {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // Resolves with the time at which `look`, given the changed elements of each batch, first returns true.
  function watch(what, root, options, look) {
    return new Promise((done, fail) => {
      const observer = new MutationObserver((records) => {
        const now = performance.now();
        if (look(records.map((record) => record.target), now)) end(done, now);
      });
      const end = (settle, value) => { clearTimeout(timer); observer.disconnect(); settle(value); };
      const timer = setTimeout(() => end(fail, new Error(`${what}: not done after ${LIMIT_MS} ms`)), LIMIT_MS);
      observer.observe(root, { subtree: true, ...options });
    });
  }

  const idle = () => lab.ariaBusy === "false";

  // One move of a control: milliseconds to the slots, to each figure by its name, and to all figures.
  async function move(name, value) {
    const before = Number(lab.dataset.updates);
    const at = {};
    const options = { attributeFilter: ["value", "data-update", "aria-busy"] };
    const watched = watch(`${name} = ${value}`, document.documentElement, options, (targets, now) => {
      for (const target of targets) {
        if (target.matches("data[data-slot]")) at.slots = now;
        else if (target.dataset.figure) at[target.dataset.figure] = now;
      }
      return idle();
    });
    const start = performance.now();
    send(lab.elements.namedItem(name), value);
    const all = await watched;
    const shown = figures.every((figure) => figure.dataset.update === lab.dataset.updates);
    if (Number(lab.dataset.updates) !== before + 1 || !shown || !at.slots)
      throw new Error(`${name} = ${value}: the update did not reach all slots and figures`);
    return Object.fromEntries(Object.entries({ ...at, all }).map(([what, time]) => [what, time - start]));
  }

  async function moves(list) {
    const times = [];
    for (const [name, value] of list) {
      await rest();
      times.push(await move(name, value));
    }
    return times;
  }

  // Every step of a scrubber in turn: milliseconds until all it moves is moved and laid out.
  async function scrub(name) {
    const field = document.querySelector(`[name="${name}"]`), slot = document.querySelector(`[data-slot="${name}"]`);
    const times = [];
    for (let step = 1; step <= Number(field.max); step++) {
      await rest();
      const start = performance.now();
      send(field, step);
      document.body.getBoundingClientRect();
      times.push(performance.now() - start);
      if (Number(slot.value) !== step) throw new Error(`${name} = ${step}: the numbers are those of ${slot.value}`);
    }
    return times;
  }

  const unfold = (selector) => document.querySelectorAll(selector).forEach((details) => (details.open = true));

  // The same number of moves of a slider whose handler draws the plain way, into `plain-drawing`.
  async function plainMoves(values) {
    const field = document.getElementById("plain-block");
    const drawing = document.getElementById("plain-drawing");
    const times = [];
    for (const value of values) {
      await rest();
      const watched = watch(`plain ${value}`, drawing, { childList: true }, () => true);
      const start = performance.now();
      send(field, value);
      times.push((await watched) - start);
    }
    return times;
  }

  // `count` events spread evenly over `duration` ms; those that fall due while the page is at work come together.
  async function flood(name, count, duration, last) {
    const before = Number(lab.dataset.updates);
    const field = lab.elements.namedItem(name);
    const start = performance.now();
    for (let sent = 0; sent < count; ) {
      for (; sent < count && performance.now() - start >= (sent * duration) / count; sent++)
        send(field, sent === count - 1 ? last : 1 + (sent % 16));
      if (sent < count) await new Promise((done) => setTimeout(done));
    }
    const sentAll = performance.now();
    if (!idle()) await watch("flood", lab, { attributeFilter: ["aria-busy"] }, idle);
    return {
      sent_ms: sentAll - start,
      settled_ms: performance.now() - sentAll,
      updates: Number(lab.dataset.updates) - before,
      shown: Number(document.querySelector(`data[data-slot="${name}"]`).value),
    };
  }

  // Moves one after the other as fast as each is done; what they took is of no interest.
  async function churn(list) {
    for (const [name, value] of list) await move(name, value);
  }

  return { moves, scrub, unfold, plainMoves, flood, churn, rest };
})();
