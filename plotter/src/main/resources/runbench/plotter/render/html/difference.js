'use strict';
// A page without charts over time: the flame graph of two programs.
(async () => {
  const {stacks: encoded, themes, libraryColours} = JSON.parse(Dom.byId('model').textContent);
  if (!('DecompressionStream' in window)) {
    return;
  }
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const stacks = await Stacks.load(encoded);
  const flames = new FlameGraph(Dom.byId('flames'), stacks, () => themes[dark.matches ? 'dark' : 'light'], libraryColours);
  flames.show(stacks.a.map((share, node) => (share + stacks.b[node]) / 2), '');
  new ResizeObserver(() => {
    if (flames.frame.clientWidth !== flames.width) {
      flames.draw();
    }
  }).observe(flames.frame);
  dark.addEventListener('change', () => flames.draw());
  window.runbenchPage = {flames};
  document.documentElement.dataset.ready = 'yes';
})();
