'use strict';
// The timeline: the chart library draws the axes, this page draws the marks.
class Lanes {
  static #ROW = 10;
  static #LANE = 46;
  static #COUNTER = 40;

  /** @param page supplies events, mode, view and picked; its told() receives changes of the view */
  constructor(canvas, page) {
    Object.assign(this, {canvas, page, marks: [], narrow: true, hidden: 0});
    const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    this.colours = () => ({dark: matchMedia('(prefers-color-scheme: dark)').matches,
      ...Object.fromEntries(['text', 'muted', 'grid', 'axis', 'line', 'late', 'moved', 'ground', 'warning'].map(n => [n, colour('--' + n)]))});
    this.ink = this.colours();
    this.chart = new Chart(canvas, {
      type: 'scatter',
      data: {datasets: [{data: []}]},
      options: {
        animation: false, parsing: false, normalized: true, responsive: false, maintainAspectRatio: false, events: [],
        layout: {padding: {top: 4, right: 14}},
        plugins: {legend: {display: false}, tooltip: {enabled: false}},
        scales: {
          x: {type: 'linear', min: 0, max: 10, title: {display: true, text: ''},
            ticks: {maxRotation: 0, autoSkipPadding: 14, callback: value => Numbers.seconds(value, this.page.view.to - this.page.view.from)}},
          y: {type: 'linear', reverse: true, min: 0, max: 1, grid: {display: false}, border: {display: false},
            afterBuildTicks: axis => { axis.ticks = this.lanes().map(lane => ({value: lane.middle})); },
            ticks: {autoSkip: false, callback: (value, i) => this.lanes()[i]?.label ?? ''}},
        },
      },
      plugins: [{id: 'marks', afterDatasetsDraw: chart => this.#draw(chart)}],
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.ink = this.colours();
      page.changed();
    });
  }

  /** Returns the lanes from top to bottom, in pixels. */
  lanes() {
    return this.table ?? [];
  }

  #lay(joins) {
    let top = 0;
    this.table = this.page.events.names.map(name => {
      const rows = joins.bars.byNode.get(name)?.rows ?? 0;
      const counters = [...joins.bars.counters.get(name)?.keys() ?? []];
      const height = Lanes.#LANE + rows * (Lanes.#ROW + 1) + counters.length * Lanes.#COUNTER;
      const strips = new Map(counters.map((counter, i) => [counter, {top: top + 6 + i * Lanes.#COUNTER, height: Lanes.#COUNTER - 10}]));
      const lane = {name, top, strips, height, line: top + height - 20, middle: top + height - 20, label: name.length > 18 ? name.slice(0, 17) + '…' : name};
      top += height;
      return lane;
    });
    this.byName = new Map(this.table.map(lane => [lane.name, lane]));
    return Math.max(60, top);
  }

  draw() {
    const {page, chart, ink} = this;
    this.joins = page.events.joined(page.mode);
    const high = this.#lay(this.joins);
    const width = this.canvas.parentElement.clientWidth;
    const scales = chart.options.scales;
    Object.assign(scales.x, {min: page.view.from, max: page.view.to});
    scales.x.title.text = page.mode === 'corrected' ? 'seconds since the first event, corrected' : 'seconds since the first event, by each node\'s own wall clock';
    scales.y.max = high;
    for (const axis of [scales.x, scales.y]) {
      axis.ticks.color = axis === scales.y ? ink.text : ink.muted;
    }
    scales.x.title.color = ink.muted;
    scales.x.grid = {color: ink.grid};
    if (chart.width !== width || chart.height !== high + 52) {
      chart.resize(width, high + 52);
    }
    chart.update('none');
  }

  #draw(chart) {
    if (!this.joins) {
      return; // the library draws once by itself
    }
    const {ctx, chartArea: area, scales: {x, y}} = chart;
    const {page, ink} = this;
    const place = {x: s => x.getPixelForValue(s), y: v => y.getPixelForValue(v), area};
    ctx.save();
    ctx.strokeStyle = ink.grid;
    this.lanes().forEach(lane => Marks.line(ctx, area.left, place.y(lane.line), area.right, place.y(lane.line)));
    ctx.beginPath();
    ctx.rect(area.left, area.top, area.width, area.height);
    ctx.clip();
    const marks = new Marks(ctx, place, page, this.byName, ink);
    marks.counters(this.joins.bars.counters, page.events.now(page.mode));
    marks.bars(this.joins.bars, Lanes.#ROW, page.events.now(page.mode));
    marks.messages(this.joins.messages);
    this.marks = marks.events(page.events.shown);
    this.narrow = marks.narrow;
    this.inView = marks.inView;
    ctx.restore();
  }

  /** Returns the event with the nearest mark, or null if none is near. */
  near(x, y) {
    let best = null;
    let least = 12 * 12;
    for (const m of this.marks) {
      const away = (m.x - x) ** 2 + (m.y - y) ** 2;
      if (away < least) {
        [best, least] = [m.event, away];
      }
    }
    return best;
  }

  /** Returns the time at a horizontal position of the canvas. */
  seconds(x) {
    return this.chart.scales.x.getValueForPixel(x);
  }

  get span() {
    const {left, right} = this.chart.chartArea;
    return right - left;
  }
}
