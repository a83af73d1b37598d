'use strict';
// The page's behaviour: one view (times, lane, phase, metric, cursor) that every drawing shows, and the ways to change it.
(async () => {
  const started = performance.now();
  const byId = id => document.getElementById(id);
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      name in element && typeof value !== 'string' ? element[name] = value : element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  };
  if (!('DecompressionStream' in window)) {
    byId('overview').prepend(make('p', {class: 'note'}, 'This browser cannot unpack the series (no DecompressionStream): the overview does not zoom.'));
    return;
  }

  const data = JSON.parse(byId('model').textContent);
  data.levels = await Promise.all(data.metrics.map(async (metric, i) =>
    new Planes.Levels(await Planes.lanes('metric-' + i, metric.planes, data.lanes.length, data.bins))));
  const phaseCodes = await Planes.codes('phases');
  data.phaseRows = Array.from({length: data.phases.rows}, (_, row) => phaseCodes.subarray(row * data.bins, (row + 1) * data.bins));
  const decoded = performance.now();

  /** The finest level of which no more bins than pixels are in view. */
  data.level = (view, pixels) => {
    const visible = (view.to - view.from) / data.binWidth;
    const k = Math.min(Math.ceil(Math.log2(data.bins)), Math.max(0, Math.ceil(Math.log2(visible / Math.max(50, pixels)))));
    const width = data.binWidth * 2 ** k;
    const last = Math.ceil(data.bins / 2 ** k) - 1;
    const left = b => data.start + b * width;
    return {k, width, left, centre: b => Math.min(left(b) + width / 2, data.end),
      first: Math.max(0, Math.min(last, Math.floor((view.from - data.start) / width) - 1)),
      last: Math.max(0, Math.min(last, Math.ceil((view.to - data.start) / width)))};
  };
  /** The heat map's colours keep their meaning while one zooms: up to the highest of a few hundred columns. */
  const tops = new Map();
  data.heatTop = metric => {
    if (!tops.has(metric)) {
      const lanes = data.levels[metric].at(Math.max(0, Math.ceil(Math.log2(data.bins / 500))));
      tops.set(metric, lanes.reduce((most, lane) => lane.mean.reduce((m, v) => v > m ? v : m, most), 0) || 1);
    }
    return tops.get(metric);
  };

  const view = {from: data.start, to: data.end, lane: -1, phase: -1, metric: 0, each: false, cursor: null};
  const shortest = Math.max(4 * data.binWidth, (data.end - data.start) * 1e-7);
  const charts = byId('charts');

  // What stands on the page.
  const select = (label, options) => {
    const box = make('select', {}, ...options.map((text, i) => make('option', {value: String(i)}, text)));
    return [make('label', {}, label + ' ', box), box];
  };
  const button = (text, label, act) => {
    const one = make('button', {type: 'button', 'aria-label': label, title: label}, text);
    one.addEventListener('click', act);
    return one;
  };
  const [laneLabel, laneBox] = select('Rank', ['all', ...data.lanes.map(lane => lane.name)]);
  const [modeLabel, modeBox] = select('Show', ['all ranks together', 'a lane per rank']);
  const [metricLabel, metricBox] = select('Metric of lanes and map', data.metrics.map(metric => metric.name));
  const [phaseLabel, phaseBox] = select('Phase', ['all', ...data.phases.ids]);
  const tools = make('div', {class: 'tools'},
    button('Whole run', 'Show the whole run (0)', () => zoom(data.start, data.end)),
    button('−', 'Zoom out (-)', () => zoomBy(2)), button('+', 'Zoom in (+)', () => zoomBy(0.5)),
    button('◀', 'Earlier (Shift + left arrow)', () => pan(-0.25)), button('▶', 'Later (Shift + right arrow)', () => pan(0.25)), laneLabel);
  if (data.phases.ids.length) {
    tools.append(phaseLabel);
  }
  if (data.lanes.length > 1) {
    tools.append(modeLabel);
  }
  tools.append(metricLabel);
  const when = make('output', {class: 'when'});
  const cells = data.metrics.map(metric => {
    const value = make('output');
    return {value, box: make('span', {title: metric.name + (metric.unit ? ' (' + metric.unit + ')' : '')}, make('i', {}, metric.name), ' ', value)};
  });
  const readout = make('div', {class: 'readout'}, when, ...cells.map(cell => cell.box));
  const spoken = make('p', {class: 'unseen', 'aria-live': 'polite'});
  const legend = make('p', {class: 'legend'});
  const stage = make('section', {id: 'stage', tabindex: '0', role: 'application', 'aria-describedby': 'keys',
    'aria-label': 'Charts over time. Arrow keys move the cursor, plus and minus zoom.'});
  const cursor = make('div', {id: 'cursor', hidden: true});
  const mark = make('div', {id: 'selection', hidden: true});
  const stripBox = make('div', {class: 'strip'});
  const panelBox = make('div', {class: 'panels'});
  const heatLegend = make('span');
  const heatScale = make('i', {class: 'scale'});
  const heatName = make('b');
  const heatBox = make('div', {class: 'heat'});
  const stripCanvas = make('canvas', {'aria-hidden': 'true'});
  const heatCanvas = make('canvas', {'aria-hidden': 'true'});
  stripBox.append(stripCanvas);
  heatBox.append(heatCanvas);
  stage.append(stripBox, panelBox, make('figure', {}, make('figcaption', {}, heatName, ' 0 ', heatScale, heatLegend), heatBox), mark, cursor);
  charts.append(make('div', {class: 'bar'}, tools, readout), legend, stage, spoken, make('p', {class: 'note', id: 'keys'},
    'Drag to zoom, double-click for the whole run, click a phase or a row of the map to pick it. Keys: ← → cursor, Shift + ← → earlier and later, '
    + '+ − zoom, 0 whole run, R next rank, P next phase, N next time the phase runs, Esc nothing picked.'));
  byId('overview').hidden = true;
  charts.hidden = false;

  const strip = data.phaseRows.length ? new PhaseStrip(stripCanvas, data) : null;
  const heat = data.metrics.length && data.lanes.length > 1 ? new HeatMap(heatCanvas, heatScale, heatLegend, data) : null;
  stripBox.hidden = !strip;
  heatBox.parentElement.hidden = !heat;
  let panels = [];
  function fill() {
    panels.forEach(panel => panel.remove());
    panels = view.each ? data.lanes.map((_, lane) => new LinePanel(panelBox, data, view.metric, lane))
      : data.metrics.map((_, metric) => new LinePanel(panelBox, data, metric, -1));
  }

  // Showing.
  function show() {
    const before = performance.now();
    strip?.show(view);
    panels.forEach(panel => panel.show(view));
    heat?.show(view);
    if (heat) {
      heatName.textContent = data.metrics[view.metric].name + ', rank × time';
    }
    laneBox.value = String(view.lane + 1);
    phaseBox.value = String(view.phase + 1);
    metricBox.value = String(view.metric);
    modeBox.value = view.each ? '1' : '0';
    legend.replaceChildren(...legendParts());
    document.querySelectorAll('tr[data-phase]').forEach(row => row.setAttribute('aria-selected', String(Number(row.dataset.phase) === view.phase)));
    point(view.cursor);
    Page.drawMs = performance.now() - before;
  }

  function legendParts() {
    const part = (name, words) => make('span', {}, make('i', {class: 'swatch ' + name}), ' ' + words);
    const typical = data.lanes.length > 1 && !view.each;
    return [part('middle', typical ? 'median of ranks, band: all but a tenth at either end' : 'mean, band: lowest to highest sample'),
      ...(typical ? [part('others', 'each rank')] : []),
      ...(data.phases.perLane ? [part('none', 'ground: phases of ' + (view.each ? 'each rank' : data.lanes[Math.max(0, view.lane)].name))] : []),
      part('none', 'across: ' + data.axis + ' (s)'),
      ...(view.lane >= 0 ? [part('picked', data.lanes[view.lane].name + ', band: lowest to highest sample')] : [])];
  }

  let speaking = 0;
  function point(seconds) {
    view.cursor = seconds !== null && seconds >= view.from && seconds <= view.to ? seconds : null;
    cursor.hidden = view.cursor === null;
    const range = (view.to - view.from) / 10;
    if (view.cursor === null) {
      when.textContent = Numbers.seconds(view.from, range) + ' to ' + Numbers.seconds(view.to, range) + ' s' + phaseWords(view.phase);
      cells.forEach(cell => { cell.value.textContent = '–'; });
      return;
    }
    cursor.style.transform = 'translateX(' + Place.x(view, view.cursor, stage.clientWidth) + 'px)';
    const lane = view.lane >= 0 ? view.lane : data.lanes.length === 1 ? 0 : -1;
    when.textContent = Numbers.seconds(view.cursor, range) + ' s · ' + (lane < 0 ? 'median of ranks' : data.lanes[lane].name) + phaseWords(phaseAt(view.cursor));
    cells.forEach((cell, i) => { cell.value.textContent = reading(i, lane); });
    clearTimeout(speaking);
    speaking = setTimeout(() => {
      spoken.textContent = when.textContent + ': ' + data.metrics.map((metric, i) => metric.name + ' ' + cells[i].value.textContent).join(', ');
    }, 400);
  }

  function reading(metric, lane) {
    const {kind} = data.metrics[metric];
    const level = data.level(view, stage.clientWidth - LEFT - RIGHT);
    const bin = Math.max(0, Math.min(Math.ceil(data.bins / 2 ** level.k) - 1, Math.floor((view.cursor - data.start) / level.width)));
    const levels = data.levels[metric];
    const values = lane < 0 ? levels.typicalAt(level.k) : levels.at(level.k)[lane];
    if (!Number.isFinite(values.mean[bin])) {
      return 'no samples';
    }
    const [low, high] = [Numbers.of(kind, values.low[bin]), Numbers.of(kind, values.high[bin])];
    return Numbers.of(kind, values.mean[bin]) + (low === high ? '' : ' (' + low + ' to ' + high + ')');
  }

  const phaseWords = phase => phase >= 0 ? ' · phase ' + data.phases.ids[phase] : '';
  const rowFor = () => data.phaseRows[data.phases.perLane ? Math.max(0, view.lane) : 0];
  function phaseAt(seconds) {
    return data.phaseRows.length ? rowFor()[Math.max(0, Math.min(data.bins - 1, Math.floor((seconds - data.start) / data.binWidth)))] - 1 : -1;
  }

  // Changing the view.
  function zoom(from, to) {
    const span = Math.min(data.end - data.start, Math.max(shortest, to - from));
    view.from = Math.max(data.start, Math.min(data.end - span, (from + to - span) / 2));
    view.to = view.from + span;
    show();
  }
  function zoomBy(factor) {
    const about = view.cursor ?? (view.from + view.to) / 2;
    const from = about - (about - view.from) * factor;
    zoom(from, from + (view.to - view.from) * factor);
  }
  function pan(share) {
    const by = (view.to - view.from) * share;
    zoom(view.from + by, view.to + by);
  }
  function pick(change) {
    const refill = 'each' in change || ('metric' in change && view.each);
    Object.assign(view, change);
    if (refill) {
      fill();
    }
    show();
  }
  /** The next time the picked phase runs, in the middle of a view that holds it. */
  function nextRun() {
    const row = view.phase >= 0 ? rowFor() : [];
    let b = Math.floor(((view.cursor ?? view.from) - data.start) / data.binWidth);
    while (b < row.length && row[b] === view.phase + 1) {
      b++;
    }
    while (b < row.length && row[b] !== view.phase + 1) {
      b++;
    }
    let end = b;
    while (end < row.length && row[end] === view.phase + 1) {
      end++;
    }
    if (b < row.length) {
      const [from, to] = [data.start + b * data.binWidth, data.start + end * data.binWidth];
      view.cursor = (from + to) / 2;
      zoom(from - (to - from) / 2, to + (to - from) / 2);
    }
  }
  function fromFragment() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const whole = (name, most) => asked.has(name) && Number(asked.get(name)) < most ? Number(asked.get(name)) : undefined;
    if (asked.has('from')) {
      const lane = whole('lane', data.lanes.length);
      const metric = whole('metric', data.metrics.length);
      Object.assign(view, lane === undefined ? {lane: -1} : {lane}, metric === undefined ? {} : {metric});
      zoom(Number(asked.get('from')), Number(asked.get('to')));
    }
  }

  // Pointer and keys.
  let dragFrom = null;
  const inside = event => event.clientX - stage.getBoundingClientRect().left;
  stage.addEventListener('pointerdown', event => {
    dragFrom = event.button === 0 && inside(event) >= LEFT ? inside(event) : null;
  });
  stage.addEventListener('pointermove', event => {
    const x = inside(event);
    if (dragFrom !== null && Math.abs(x - dragFrom) > 4) {
      stage.setPointerCapture(event.pointerId);
      const [left, right] = [Math.max(LEFT, Math.min(x, dragFrom)), Math.min(stage.clientWidth - RIGHT, Math.max(x, dragFrom))];
      mark.hidden = false;
      mark.style.left = left + 'px';
      mark.style.width = Math.max(0, right - left) + 'px';
    }
    point(x >= LEFT && x <= stage.clientWidth - RIGHT ? Place.seconds(view, x, stage.clientWidth) : null);
  });
  stage.addEventListener('pointerup', event => {
    const x = inside(event);
    if (dragFrom !== null && Math.abs(x - dragFrom) > 4) {
      const [a, b] = [Place.seconds(view, dragFrom, stage.clientWidth), Place.seconds(view, x, stage.clientWidth)];
      zoom(Math.min(a, b), Math.max(a, b));
    } else if (event.target === stripCanvas && x >= LEFT) {
      const row = strip.rowAt(event.offsetY);
      const bin = Math.floor((Place.seconds(view, x, stage.clientWidth) - data.start) / data.binWidth);
      const phase = data.phaseRows[row][Math.max(0, Math.min(data.bins - 1, bin))] - 1;
      pick({phase: phase === view.phase ? -1 : phase});
    } else if (event.target === heatCanvas) {
      const lane = heat.laneAt(event.offsetY);
      pick({lane: lane === view.lane ? -1 : lane});
    }
    dragFrom = null;
    mark.hidden = true;
  });
  stage.addEventListener('pointercancel', () => { dragFrom = null; mark.hidden = true; });
  stage.addEventListener('pointerleave', () => { if (dragFrom === null) { point(null); } });
  stage.addEventListener('dblclick', () => zoom(data.start, data.end));
  stage.addEventListener('wheel', event => {
    if (event.ctrlKey) {
      event.preventDefault();
      zoomBy(event.deltaY < 0 ? 0.7 : 1 / 0.7);
    }
  }, {passive: false});
  const step = by => point(Math.max(view.from, Math.min(view.to, (view.cursor ?? (view.from + view.to) / 2) + by * (view.to - view.from) / 100)));
  const keys = {
    ArrowLeft: event => event.shiftKey ? pan(-0.25) : step(-1), ArrowRight: event => event.shiftKey ? pan(0.25) : step(1),
    '+': () => zoomBy(0.5), '=': () => zoomBy(0.5), '-': () => zoomBy(2), 0: () => zoom(data.start, data.end),
    Home: () => point(view.from), End: () => point(view.to),
    r: () => pick({lane: view.lane + 1 < data.lanes.length ? view.lane + 1 : -1}),
    p: () => pick({phase: view.phase + 1 < data.phases.ids.length ? view.phase + 1 : -1}), n: nextRun,
    Escape: () => pick({lane: -1, phase: -1}),
  };
  stage.addEventListener('keydown', event => {
    const act = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      act(event);
    }
  });
  laneBox.addEventListener('change', () => pick({lane: Number(laneBox.value) - 1}));
  phaseBox.addEventListener('change', () => pick({phase: Number(phaseBox.value) - 1}));
  metricBox.addEventListener('change', () => pick({metric: Number(metricBox.value)}));
  modeBox.addEventListener('change', () => pick({each: modeBox.value === '1'}));
  document.querySelectorAll('tr[data-phase]').forEach(row => {
    const phase = Number(row.dataset.phase);
    const choose = () => pick({phase: phase === view.phase ? -1 : phase});
    row.tabIndex = 0;
    row.addEventListener('click', choose);
    row.addEventListener('keydown', event => {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        choose();
      }
    });
  });
  // A link whose fragment is already there must zoom again.
  document.querySelectorAll('.findings a').forEach(link => link.addEventListener('click', () => {
    setTimeout(() => { fromFragment(); stage.scrollIntoView({block: 'nearest'}); });
  }));
  window.addEventListener('hashchange', fromFragment);
  new ResizeObserver(() => show()).observe(stage);

  /** For whoever looks from outside, the tests among them. */
  const Page = {view, data, panels: () => panels, drawMs: 0, decodeMs: decoded - started};
  window.runbenchPage = Page;
  fill();
  fromFragment();
  show();
  requestAnimationFrame(() => requestAnimationFrame(() => {
    Page.readyMs = performance.now();
    document.documentElement.dataset.ready = 'yes';
  }));
})();
