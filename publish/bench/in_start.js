// Notes, from before the page's first script on, when things happen while it starts.
(() => {
  const noted = (globalThis.noted = {steps: {}, shift: 0, tasks: []});
  const on = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({type, buffered: true});
  on("paint", (entry) => (noted[entry.name] = entry.startTime));
  on("layout-shift", (entry) => (noted.shift += entry.hadRecentInput ? 0 : entry.value));
  on("longtask", (entry) => noted.tasks.push([entry.startTime, entry.duration]));
  addEventListener("python-step", ({detail}) => (noted.steps[detail] ??= performance.now()));
  new MutationObserver(() => {
    if (document.documentElement?.dataset.python === "ready") noted.ready ??= performance.now();
    const figures = [...document.querySelectorAll("figure[data-update]")];
    if (figures.some((figure) => Number(figure.dataset.update) > 0)) noted.figure ??= performance.now();
  }).observe(document, {subtree: true, attributes: true, childList: true});
})();
