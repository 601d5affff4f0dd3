// What an eye would complain about: given a page as it is shown, the texts too faint to read, figure texts that are
// cut off or lie on each other, and what makes the page scroll sideways.
() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (front, back) => {
    const a = front[3];
    return [0, 1, 2].map((i) => front[i] * a + back[i] * (1 - a)).concat(1);
  };
  const luminance = (colour) => {
    const [r, g, b] = colour.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const ancestors = (element) => {
    const all = [];
    for (let e = element; e; e = e.parentElement) all.unshift(e);
    return all;
  };
  // The colours behind an element, from the canvas of the page to itself, and the opacity with which it is shown.
  const ground = (element) => ancestors(element).reduce(
    (under, e) => over(rgba(getComputedStyle(e).backgroundColor), under), rgba("Canvas"));
  const opacity = (element) => ancestors(element).reduce((o, e) => o * Number(getComputedStyle(e).opacity), 1);
  const seen = (element) => element.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && !element.closest(".visually-hidden, .skip, option");

  const faint = [];
  let texts = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement, text = walker.currentNode.data.trim();
    if (!text || !seen(element) || element.closest("script, style, template, noscript")) continue;
    texts += 1;
    const style = getComputedStyle(element), back = ground(element);
    const ink = rgba(element.closest("svg") ? style.fill : style.color);
    ink[3] *= opacity(element);
    const found = contrast(over(ink, back), back);
    if (found < 4.5) faint.push(`${found.toFixed(2)} ${text.slice(0, 40)}`);
  }

  const cut = [], crossing = [];
  for (const svg of document.querySelectorAll("figure svg")) {
    if (!seen(svg)) continue;
    const box = svg.getBoundingClientRect();
    const labels = [...svg.querySelectorAll("text")].map((t) => [t.textContent, t.getBoundingClientRect()]);
    for (const [text, r] of labels)
      if (r.left < box.left || r.right > box.right || r.top < box.top || r.bottom > box.bottom)
        cut.push(`${text} in ${svg.closest("figure").dataset.figure}`);
    labels.forEach(([one, a], i) => labels.slice(i + 1).forEach(([other, b]) => {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      // Boxes of lines hold some air above and below the letters.
      if (across > 0.5 && down > 0.25 * Math.min(a.height, b.height))
        crossing.push(`${one} and ${other} in ${svg.closest("figure").dataset.figure}`);
    }));
  }

  const page = document.documentElement;
  const wide = page.scrollWidth <= page.clientWidth ? [] : [...document.querySelectorAll("body *")]
    .filter((e) => seen(e) && e.getBoundingClientRect().right > page.clientWidth + 1)
    .map((e) => `${e.localName}.${e.className?.baseVal ?? e.className}`).slice(0, 5);
  return {texts, faint, cut, crossing, wide, sideways: page.scrollWidth - page.clientWidth};
}
