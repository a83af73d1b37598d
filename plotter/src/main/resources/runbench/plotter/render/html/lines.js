'use strict';
// Panels of lines over time; their axes are Chart.js'.
function linePath(context, lane, level, xOf, yOf) {
  context.beginPath();
  let open = false;
  for (let b = level.first; b <= level.last; b++) {
    const value = lane.mean[b];
    if (value !== value) {
      open = false;
    } else {
      const x = xOf(level.centre(b));
      context[open ? 'lineTo' : 'moveTo'](x, yOf(value));
      open = true;
    }
  }
  context.stroke();
}

/** So far beyond the window, in pixels, panels are drawn ahead. */
const NEAR = 200;

/** One metric over time: every lane in grey with the typical one and the picked one, or a single lane with its band. */
class LinePanel {
  /** @param lane -1 for all lanes together */
  constructor(parent, data, metric, lane) {
    Object.assign(this, {data, metric, lane, dirty: false, view: null});
    const info = data.metrics[metric];
    this.figure = document.createElement('figure');
    const head = document.createElement('figcaption');
    const name = document.createElement('b');
    name.textContent = lane < 0 ? info.name : data.lanes[lane].name;
    const rest = document.createElement('span');
    rest.textContent = lane < 0 ? info.unit : [data.lanes[lane].detail, data.lanes[lane].caveat].filter(Boolean).join(' · ');
    head.append(name, ' ', rest);
    const box = document.createElement('div');
    this.bare = lane >= 0 && lane < data.lanes.length - 1;
    box.className = lane < 0 ? 'panel' : this.bare ? 'panel lane' : 'panel lane last';
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    box.append(canvas);
    this.figure.append(head, box);
    this.figure.classList.toggle('caveat', lane >= 0 && data.lanes[lane].caveat !== '');
    parent.append(this.figure);
    this.canvas = canvas;
    this.watch = new IntersectionObserver(entries => {
      if (entries[entries.length - 1].isIntersecting && this.dirty) {
        this.draw(this.view);
      }
    }, {rootMargin: NEAR + 'px'});
    this.watch.observe(this.figure);
  }

  /** Only what is on the screen is drawn; the rest when it comes there. */
  show(view) {
    this.view = view;
    this.dirty = true;
    const {top, bottom} = this.figure.getBoundingClientRect();
    if (bottom > -NEAR && top < window.innerHeight + NEAR) {
      this.draw(view);
    }
  }

  remove() {
    this.watch.disconnect();
    this.chart?.destroy();
    this.figure.remove();
  }

  draw(view) {
    this.dirty = false;
    this.level = this.data.level(view, this.canvas.parentElement.clientWidth - LEFT - RIGHT);
    this.chart ??= this.made();
    const lines = this.lines(view);
    const peak = lines.reduce((most, line) => Math.max(most, this.highest(line.bands ?? [line.values], line.means ?? [])), 0);
    this.chart.data.datasets = lines.flatMap(line => this.datasets(line));
    const scales = this.chart.options.scales;
    scales.x.min = view.from;
    scales.x.max = view.to;
    scales.y.max = peak > 0 ? peak * 1.05 : 1;
    this.chart.update('none');
  }

  /** Those that have a band, the colour and look of each, and what else their axis must hold. Lanes of one metric share it. */
  lines(view) {
    const {theme, levels} = this.data;
    const {k} = this.level;
    const all = levels[this.metric].at(k);
    if (this.lane >= 0) {
      const picked = this.lane === view.lane;
      return [{values: all[this.lane], colour: picked ? theme.picked : theme.middle, dash: picked ? [6, 3] : [], bands: all}];
    }
    const lines = [{values: levels[this.metric].typicalAt(k), colour: theme.middle, dash: [], means: all.length > 1 ? all : []}];
    if (view.lane >= 0) {
      lines.push({values: all[view.lane], colour: theme.picked, dash: [6, 3]});
    }
    return lines;
  }

  /** A single sample's burst must not press all else flat: beyond this the band is cut off; the readout has its ends. */
  highest(bands, means) {
    const most = (lanes, part) => {
      let top = 0;
      for (const lane of lanes) {
        for (let b = this.level.first; b <= this.level.last; b++) {
          top = lane[part][b] > top ? lane[part][b] : top;
        }
      }
      return top;
    };
    return Math.max(most(means, 'mean'), Math.min(most(bands, 'high'), 1.6 * most(bands, 'mean')));
  }

  datasets({values, colour, dash}) {
    const points = array => {
      const out = [];
      for (let b = this.level.first; b <= this.level.last; b++) {
        out.push({x: this.level.centre(b), y: array[b]});
      }
      return out;
    };
    const alpha = Math.round(255 * this.data.theme.bandAlpha).toString(16).padStart(2, '0');
    return [
      {data: points(values.mean), borderColor: colour, borderWidth: 1.4, borderDash: dash, fill: false},
      {data: points(values.high), borderWidth: 0, backgroundColor: colour + alpha, fill: '+1'},
      {data: points(values.low), borderWidth: 0, fill: false},
    ];
  }

  made() {
    const {theme, metrics} = this.data;
    const kind = metrics[this.metric].kind;
    const margins = scale => Object.assign(scale, {paddingLeft: 0, paddingRight: 0});
    return new Chart(this.canvas, {
      type: 'line',
      data: {datasets: []},
      plugins: [{id: 'ground', beforeDatasetsDraw: chart => this.ground(chart), afterDatasetsDraw: chart => this.dim(chart)}],
      options: {
        animation: false, parsing: false, normalized: true, responsive: true, maintainAspectRatio: false, events: [],
        layout: {padding: {left: 0, right: RIGHT, top: 4, bottom: 0}},
        elements: {point: {radius: 0, hitRadius: 0}, line: {tension: 0, spanGaps: false}},
        plugins: {legend: {display: false}, tooltip: {enabled: false}},
        scales: {
          x: {type: 'linear', grid: {color: theme.grid}, border: {color: theme.axis}, afterFit: margins,
            ticks: {display: !this.bare, color: theme.muted, maxRotation: 0, maxTicksLimit: 12, includeBounds: false,
              callback: (value, i, ticks) => Numbers.seconds(value, this.tickRange(ticks))}},
          y: {min: 0, grid: {color: theme.grid}, border: {color: theme.axis}, afterFit: scale => { scale.width = LEFT; },
            ticks: {color: theme.muted, maxTicksLimit: this.lane < 0 ? 5 : 3, includeBounds: false,
              callback: value => kind === 'rate' ? Numbers.si(value, 3) : kind === 'share' ? Numbers.percent(value) : Numbers.digits(value, 3)}},
        },
      },
    });
  }

  tickRange(ticks) {
    return ticks.length > 1 ? Math.max(1e-9, (ticks[1].value - ticks[0].value) * 100) : 1;
  }

  /** Phases as pale bands, and the lanes that are not of interest: Chart.js keeps an object a point, far too many for these. */
  ground(chart) {
    const {ctx, chartArea: {left, right, top, bottom}, scales} = chart;
    const {data, view} = this;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, right - left, bottom - top);
    ctx.clip();
    ctx.globalAlpha = data.theme.phaseAlpha;
    for (const run of this.phases(chart)) {
      if (run.code > 0 && run.to - run.from >= 0.5) {
        ctx.fillStyle = data.phases.colours[run.code - 1];
        ctx.fillRect(run.from, top, run.to - run.from, bottom - top);
      }
    }
    ctx.globalAlpha = 1;
    ctx.strokeStyle = data.theme.others;
    ctx.lineWidth = 1;
    const lanes = this.lane < 0 ? data.levels[this.metric].at(this.level.k) : [];
    for (let i = 0; i < lanes.length && lanes.length > 1; i++) {
      ctx.setLineDash(data.lanes[i].caveat ? [2, 3] : []);
      linePath(ctx, lanes[i], this.level, s => Place.x(view, s, chart.width), v => scales.y.getPixelForValue(v));
    }
    ctx.restore();
  }

  phases(chart) {
    const {data, view} = this;
    const row = data.phases.perLane ? Math.max(0, this.lane >= 0 ? this.lane : view.lane) : 0;
    return data.phaseRows.length ? phaseRuns(data, row, view, chart.width) : [];
  }

  /** Everything but the selected phase steps back. */
  dim(chart) {
    const {ctx, chartArea: {top, bottom}} = chart;
    if (this.view.phase >= 0) {
      ctx.save();
      ctx.fillStyle = this.data.theme.ground;
      ctx.globalAlpha = 0.78;
      this.phases(chart).filter(run => run.code - 1 !== this.view.phase)
        .forEach(run => ctx.fillRect(run.from, top, run.to - run.from, bottom - top));
      ctx.restore();
    }
  }
}
