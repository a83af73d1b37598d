'use strict';
// One metric over time: all lanes in grey with the median and the selected lane, or a single lane with its band.
class LinePanel {
  /** @param lane -1 for all lanes in one chart */
  constructor(data, metric, lane) {
    Object.assign(this, {data, metric, lane});
    const info = data.metrics[metric];
    this.bare = lane >= 0 && lane < data.lanes.length - 1;
    this.height = lane < 0 ? 150 : this.bare ? 66 : 84;
    this.title = lane < 0 ? info.name : data.lanes[lane].name;
    this.detail = lane < 0 ? info.unit : [data.lanes[lane].detail, data.lanes[lane].caveat].filter(Boolean).join(' · ');
    this.sparse = info.sparse;
    if (this.sparse) {
      this.detail += ' · line: mean, because more than half of the samples are 0';
    }
    this.faint = lane >= 0 && data.lanes[lane].caveat !== '';
  }

  config(view) {
    const {data: {theme, lanes}, lane} = this;
    this.view = view;
    const alpha = Math.round(255 * theme.bandAlpha).toString(16).padStart(2, '0');
    const band = (colour, dash) => [{borderColor: colour, borderWidth: 1.4, borderDash: dash, data: []},
      {borderWidth: 0, backgroundColor: colour + alpha, fill: '+1', data: []}, {borderWidth: 0, data: []}];
    this.middle = band(theme.middle, []);
    this.picked = band(theme.picked, [6, 3]);
    // All lanes of one style are one line with gaps, because a further line costs as much as hundreds of points. With parsing, Chart.js accepts that times decrease.
    const look = (dash, which) => ({borderColor: theme.others, borderWidth: 1, borderDash: dash, parsing: true, data: [], lanes: lanes.flatMap((one, i) => which(one) ? [i] : [])});
    this.extremes = [{borderWidth: 0, backgroundColor: theme.middle + '1f', fill: '+1', data: []}, {borderWidth: 0, data: []}];
    this.others = lane >= 0 || lanes.length < 2 ? [] : [look([], one => !one.caveat), look([2, 3], one => one.caveat)].filter(line => line.lanes.length);
    return {
      type: 'line',
      data: {datasets: [...this.picked, ...this.middle, ...this.extremes, ...this.others]},
      plugins: [{id: 'phases', beforeDatasetsDraw: chart => this.ground(chart), afterDatasetsDraw: chart => this.dim(chart)}],
      options: {parsing: false, normalized: true, events: [], layout: {padding: {right: RIGHT}}, plugins: {tooltip: {enabled: false}}, scales: this.scales()},
    };
  }

  scales() {
    const {theme, metrics} = this.data;
    const {kind} = metrics[this.metric];
    const number = value => kind === 'rate' ? Numbers.si(value, 3) : kind === 'share' ? Numbers.percent(value) : Numbers.digits(value, 3);
    const border = {color: theme.axis};
    return {
      x: {type: 'linear', border, grid: {drawTicks: !this.bare}, afterFit: scale => Object.assign(scale, {paddingLeft: 0, paddingRight: 0}),
        ticks: {display: !this.bare, maxRotation: 0, align: 'inner', includeBounds: false,
          callback: (value, i, ticks) => Numbers.seconds(value, ticks.length > 1 ? (ticks[1].value - ticks[0].value) * 100 : 1)}},
      y: {min: 0, border, afterFit: scale => { scale.width = LEFT; },
        ticks: {maxTicksLimit: this.lane < 0 ? 5 : 3, includeBounds: false, callback: number}},
    };
  }

  /** Chart.js reuses datasets whose objects do not change: a zoom replaces only their points, at most one per pixel. */
  update(chart, view, width) {
    const {data, metric, lane} = this;
    const {x, y} = chart.options.scales;
    const pixels = width - LEFT - RIGHT;
    const level = data.level(view, pixels);
    const all = data.levels[metric].at(level.k);
    const picked = lane < 0 ? view.lane : lane === view.lane ? lane : -1;
    const coarse = data.level(view, pixels / 3);
    this.view = view;
    if (data.lanes.length === 1) {
      const spread = data.levels[metric].spreadAt(coarse.k, 0);
      // The median of a rare event is 0, so the mean is shown.
      const middle = this.sparse ? {...spread, mean: data.levels[metric].at(coarse.k)[0].mean} : spread;
      this.fill(this.middle, middle ?? all[0], spread ? coarse : level);
      this.fill(this.extremes, spread && all[0], level);
    } else {
      this.fill(this.middle, lane < 0 ? data.levels[metric].typicalAt(level.k) : picked < 0 ? all[lane] : null, level);
      this.fill(this.picked, all[picked], level);
    }
    const grey = data.levels[metric].at(coarse.k);
    this.others.forEach(line => { line.data = line.lanes.flatMap(i => [...LinePanel.points(grey[i].mean, coarse), {x: view.from, y: NaN}]); });
    const peak = this.highest(all, view, level);
    Object.assign(x, {min: view.from, max: view.to});
    x.ticks.maxTicksLimit = Math.max(4, Math.min(12, Math.floor(pixels / 80)));
    y.max = peak > 0 ? peak * 1.05 : 1;
  }

  fill(band, values, level) {
    const parts = values ? [values.mean, values.high, values.low].slice(-band.length) : [];
    band.forEach((line, i) => {
      line.hidden = !values;
      line.data = values ? LinePanel.points(parts[i], level) : [];
    });
  }

  /** A bin between two gaps is a line as long as the bin, because a single point would not be drawn. */
  static points(values, level) {
    const points = [];
    const gap = b => b < level.first || b > level.last || Number.isNaN(values[b]);
    for (let b = level.first; b <= level.last; b++) {
      if (!gap(b) && gap(b - 1) && gap(b + 1)) {
        points.push({x: level.left(b), y: values[b]}, {x: level.left(b + 1), y: values[b]});
      } else {
        points.push({x: level.centre(b), y: values[b]});
      }
    }
    return points;
  }

  /** The top of the axis, shared by all lanes of a metric. The band is clipped there, so that a single burst does not flatten the rest; the readout has its ends. */
  highest(all, view, level) {
    const spread = all.length === 1 && this.data.levels[this.metric].spreadAt(level.k, 0);
    const most = (lanes, part) => {
      let top = 0;
      for (const lane of lanes) {
        for (let b = level.first; b <= level.last; b++) {
          top = lane[part][b] > top ? lane[part][b] : top;
        }
      }
      return top;
    };
    if (spread) {
      return Math.max(most([spread], 'high'), Math.min(most(all, 'high'), 1.6 * most(all, 'mean')));
    }
    const banded = this.lane >= 0 || all.length === 1 ? all : [this.data.levels[this.metric].typicalAt(level.k), ...(view.lane >= 0 ? [all[view.lane]] : [])];
    return Math.max(this.lane < 0 ? most(all, 'mean') : 0, ...(this.lane >= 0 || all.length === 1 ? [banded] : banded.map(one => [one]))
      .map(lanes => Math.min(most(lanes, 'high'), 1.6 * most(lanes, 'mean'))));
  }

  runs(chart) {
    return this.data.phaseRuns(this.data.rowOf(this.lane >= 0 ? this.lane : this.view.lane), this.view, chart.width);
  }

  /** Draws phases as pale bands. */
  ground(chart) {
    const {ctx, chartArea: {top, bottom}} = chart;
    ctx.save();
    ctx.globalAlpha = this.data.theme.phaseAlpha;
    for (const run of this.runs(chart)) {
      if (run.code > 0 && run.to - run.from >= 0.5) {
        ctx.fillStyle = this.data.phases.colours[run.code - 1];
        ctx.fillRect(run.from, top, run.to - run.from, bottom - top);
      }
    }
    ctx.restore();
  }

  /** Fades all times outside the selected phase. */
  dim(chart) {
    const {ctx, chartArea: {top, bottom}} = chart;
    if (this.view.phase >= 0) {
      ctx.save();
      ctx.fillStyle = this.data.theme.ground;
      ctx.globalAlpha = 0.78;
      this.runs(chart).filter(run => run.code - 1 !== this.view.phase).forEach(run => ctx.fillRect(run.from, top, run.to - run.from, bottom - top));
      ctx.restore();
    }
  }
}
