'use strict';
// The page: creates the charts and shows one view in all of them.
(async () => {
  const pristine = document.documentElement.outerHTML;
  if (!('DecompressionStream' in window)) {
    Dom.byId('overview').prepend(Dom.make('p', {class: 'note'}, 'This browser cannot unpack the series (no DecompressionStream): the overview does not zoom.'));
    return;
  }
  const started = performance.now();
  const data = await PageData.load();
  const stacks = data.stacks ? await Stacks.load(data.stacks) : null;
  const decoded = performance.now();
  const {fontFamily} = getComputedStyle(document.body);
  Sheet.font = '11px ' + fontFamily;
  ChartSheet.style(data.theme, fontFamily);

  const readout = new Readout(data);
  const stage = Dom.make('section', {id: 'stage', tabindex: '0', role: 'application', 'aria-describedby': 'keys',
    'aria-label': 'Charts over time. Arrow keys move the cursor, plus and minus zoom.'});
  const cursor = Dom.make('div', {id: 'cursor', hidden: true});
  let width = 0;
  let panels = [];
  let waiting = 0;
  /** The latest event of the pointer above the calls; null: it is elsewhere. */
  let pointed = null;
  const view = new View(data, other => {
    if (other) {
      fill();
    }
    point(view.cursor);
    waiting ||= requestAnimationFrame(show);
  });

  const [laneLabel, laneBox] = Dom.select(data.laneWord[0].toUpperCase() + data.laneWord.slice(1), ['all', ...data.lanes.map(lane => lane.name)]);
  const [modeLabel, modeBox] = Dom.select('Show', ['all ' + data.laneWord + 's together', 'a lane per ' + data.laneWord]);
  const [metricLabel, metricBox] = Dom.select('Metric of lanes and map', data.metrics.map(metric => metric.name));
  const [axisLabel, axisBox] = Dom.select('Across', data.axes.map(({axis}) => axis));
  const [phaseLabel, phaseBox] = Dom.select('Phase', ['all', ...data.phases.ids]);
  const downloads = new Downloads(data, view, () => width, () => [...sheets(), ...(stays ? [stays] : [])]);
  const tools = Dom.make('div', {class: 'tools'}, Dom.button('Whole run', 'Show the whole run (0)', () => view.whole()),
    Dom.button('−', 'Zoom out (-)', () => view.zoomBy(2)), Dom.button('+', 'Zoom in (+)', () => view.zoomBy(0.5)),
    Dom.button('◀', 'Earlier (Shift + left arrow)', () => view.pan(-0.25)), Dom.button('▶', 'Later (Shift + right arrow)', () => view.pan(0.25)),
    ...(data.axes.length > 1 ? [axisLabel] : []), ...(data.lanes.length > 1 ? [laneLabel] : []), ...(data.phases.ids.length ? [phaseLabel] : []), ...(data.lanes.length > 1 && data.metrics.length ? [...(data.laneWord === 'program' ? [] : [modeLabel]), metricLabel] : []),
    Dom.make('span', {class: 'save'}, 'Save ', ...downloads.buttons));
  const charts = Dom.byId('charts');
  charts.append(Dom.make('div', {class: 'bar'}, tools, readout.box), readout.legend, stage, readout.spoken, Dom.make('p', {class: 'note', id: 'keys'},
    'Drag to zoom, double-click for the whole run' + (data.lanes.length > 1 ? ', click a phase or a ' + data.laneWord + ' to select it' : data.phases.ids.length ? ', click a phase to select it' : '')
    + '. Keys: ← → cursor, Shift + ← → earlier and later, + − zoom, 0 whole run' + (data.lanes.length > 1 ? ', R next ' + data.laneWord : '')
    + (data.phases.ids.length ? ', P next phase, N next occurrence of the phase, Esc clears the selection' : '') + '.'));
  const keeping = new Keeping(pristine, data, view, downloads);
  charts.append(keeping.box);
  Dom.byId('overview').hidden = true;
  charts.hidden = false;

  const strip = data.phaseRows.length ? new Sheet(stage, new PhaseStrip(data), 'strip') : null;
  const states = data.axes.some(({stateRows}) => stateRows.length) ? new Sheet(stage, new StateStrip(data), 'states') : null;
  const clocks = data.clocks.length ? new Sheet(stage, new ClockStrip(data), 'clocks') : null;
  const timeline = data.calls ? new Sheet(stage, new CallTimeline(data), 'calls') : null;
  const hovered = Dom.make('p', {class: 'hovered', 'aria-live': 'polite'});
  if (timeline) {
    timeline.figure.insertBefore(hovered, timeline.box);
    readout.states = () => [...data.calls.states.map((state, i) => [state, timeline.drawing.colours[i + 1]]).reverse(), ['computing', timeline.drawing.colours[0]]];
  }
  const panelBox = Dom.make('div', {class: 'panels'});
  stage.append(panelBox);
  const heat = data.metrics.length && data.lanes.length > 1 ? new Sheet(stage, new HeatMap(data), 'heat') : null;
  const stays = data.stays.length ? new ChartSheet(charts, new StaysChart(data), 'stays') : null;
  const scale = Dom.make('i', {class: 'scale'});
  scale.style.background = 'linear-gradient(to right, ' + data.viridis.filter((_, i) => i % 15 === 0).join() + ')';
  const scaleTop = Dom.make('span');
  if (heat) {
    heat.caption.hidden = false;
    heat.detail.replaceChildren('0 ', scale, ' to ', scaleTop, ', hatched: no samples, or not running');
  }
  stage.append(cursor);

  const flames = stacks && new FlameGraph(Dom.byId('flames'), stacks, () => data.theme, data.libraryColours);
  let flamesOf = '';
  /** Shows the call stacks of the view, if it is another one. */
  function burn() {
    const shown = [data.selected, view.from, view.to, view.phase].join();
    if (flames && shown !== flamesOf) {
      flamesOf = shown;
      const {self, sum, whole} = Stacks.counts(stacks, view);
      flames.show(self, Stacks.words(view, sum, whole));
    }
  }

  const sheets = () => [strip, states, clocks, timeline, ...panels, heat].filter(sheet => sheet && !sheet.figure.hidden);
  function fill() {
    panels.forEach(panel => panel.remove());
    if (strip) {
      strip.figure.hidden = phaseLabel.hidden = !data.phaseRows.length;
    }
    if (states) {
      states.figure.hidden = !data.stateRows.length;
    }
    const drawings = view.each ? data.lanes.map((_, lane) => new LinePanel(data, view.metric, lane)) : data.metrics.map((_, metric) => new LinePanel(data, metric, -1));
    panels = drawings.map(drawing => new ChartSheet(panelBox, drawing, 'panel'));
  }

  /** Schedules one redraw per frame. */
  function show() {
    const before = performance.now();
    waiting = 0;
    axisBox.value = String(data.selected);
    laneBox.value = String(view.lane + 1);
    phaseBox.value = String(view.phase + 1);
    metricBox.value = String(view.metric);
    modeBox.value = view.each ? '1' : '0';
    readout.explain(view);
    document.querySelectorAll('tr[data-phase]').forEach(row => row.setAttribute('aria-selected', String(Number(row.dataset.phase) === view.phase)));
    document.querySelectorAll('table[data-follows] tbody tr').forEach(row => {
      row.hidden = (view.phase >= 0 || Boolean(data.calls)) && Number(row.dataset.phase ?? -1) !== view.phase;
    });
    if (heat) {
      heat.title.textContent = heat.drawing.name(view);
      scaleTop.textContent = heat.drawing.top(view);
    }
    if (stays?.drawing.changed(view, width)) {
      stays.title.textContent = stays.drawing.name(view);
      stays.show(view, width);
    }
    sheets().forEach(sheet => sheet.show(view, width));
    burn();
    hover();
    Page.drawMs = performance.now() - before;
    Page.frames++;
  }

  /** Describes the message or the call below the pointer, or the call of the selected lane at the cursor. */
  function hover() {
    const drawing = timeline?.drawing;
    if (!drawing) {
      return;
    }
    const arrow = pointed && drawing.messageAt(pointed.offsetX, pointed.offsetY);
    const lane = pointed ? drawing.laneAt(pointed.offsetY) : view.lane;
    const picked = arrow ? arrow.i : -1;
    hovered.textContent = arrow ? drawing.message(arrow) : view.cursor !== null && lane >= 0 ? drawing.state(lane, view.cursor, view, width) : drawing.explained(view);
    if (picked !== (drawing.picked ?? -1)) {
      drawing.picked = picked;
      timeline.show(view, width);
    }
  }

  function point(seconds) {
    view.cursor = seconds !== null && seconds >= view.from && seconds <= view.to ? seconds : null;
    cursor.hidden = view.cursor === null;
    if (view.cursor !== null) {
      cursor.style.transform = 'translateX(' + Place.x(view, view.cursor, width) + 'px)';
    }
    readout.show(view, width);
    hover();
  }

  new Input(stage, view, point, [
    ...(strip ? [[strip.canvas, (seconds, y) => view.toggle('phase', data.phaseAt(strip.drawing.rowAt(y), seconds))]] : []),
    ...(timeline ? [[timeline.canvas, (_, y) => view.toggle('lane', timeline.drawing.laneAt(y))]] : []),
    ...(heat ? [[heat.canvas, (_, y) => view.toggle('lane', heat.drawing.laneAt(y))]] : []),
  ]);
  for (const type of ['pointerdown', 'pointermove', 'pointerleave']) {
    timeline?.canvas.addEventListener(type, event => { pointed = type === 'pointerleave' ? null : event; });
  }
  axisBox.addEventListener('change', () => view.turn(Number(axisBox.value)));
  laneBox.addEventListener('change', () => view.pick({lane: Number(laneBox.value) - 1}));
  phaseBox.addEventListener('change', () => view.pick({phase: Number(phaseBox.value) - 1}));
  metricBox.addEventListener('change', () => view.pick({metric: Number(metricBox.value)}));
  modeBox.addEventListener('change', () => view.pick({each: modeBox.value === '1'}));
  document.querySelectorAll('tr[data-phase]').forEach(row => {
    const choose = () => view.toggle('phase', Number(row.dataset.phase));
    row.tabIndex = 0;
    row.addEventListener('click', choose);
    row.addEventListener('keydown', event => {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        choose();
      }
    });
  });
  // A link must zoom again even if the address already has its fragment.
  document.querySelectorAll('.findings a').forEach(link => link.addEventListener('click', () => {
    setTimeout(() => { view.fromFragment(); stage.scrollIntoView({block: 'nearest'}); });
  }));
  window.addEventListener('hashchange', () => view.fromFragment());

  /** For scripts outside the page, such as tests. */
  const Page = {view, data, flames, downloads, keeping, panels: () => panels, sheets, frames: 0, drawMs: 0, decodeMs: decoded - started};
  window.runbenchPage = Page;
  fill();
  width = stage.clientWidth;
  new ResizeObserver(() => {
    if (stage.clientWidth !== width) {
      width = stage.clientWidth;
      flames?.draw();
      view.changed(false);
    }
  }).observe(stage);
  keeping.restore();
  view.fromFragment();
  // The first drawing is immediate, so that no frame is shown without charts.
  view.changed(false);
  cancelAnimationFrame(waiting);
  sheets().forEach(sheet => sheet.locate());
  show();
  data.dark.addEventListener('change', () => {
    ChartSheet.style(data.theme, fontFamily);
    stays?.again();
    flames?.draw();
    fill();
    view.changed(false);
  });
  const drawn = () => {
    if (sheets().some(sheet => sheet.drawn)) {
      Page.readyMs = performance.now();
      document.documentElement.dataset.ready = 'yes';
    } else {
      requestAnimationFrame(drawn);
    }
  };
  // It is visible one frame later.
  requestAnimationFrame(() => requestAnimationFrame(drawn));
})();
