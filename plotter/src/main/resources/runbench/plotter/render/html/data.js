'use strict';
// The data of the page: the model, the decoded series on the selected axis, and the resolution level for a view.
class PageData {
  static async load() {
    const model = JSON.parse(Dom.byId('model').textContent);
    const data = Object.assign(new PageData(), model);
    data.axes = await Promise.all([PageData.decoded(model, '', data), ...(model.other ? [PageData.decoded(model.other, 'other-', data)] : [])]);
    data.calls = model.calls ? await Calls.load(model.calls) : null;
    data.dark = matchMedia('(prefers-color-scheme: dark)');
    data.turn(0);
    return data;
  }

  /** Returns the series on one axis. @param prefix of the identifiers of its data */
  static async decoded({axis, unit, start, binWidth, end, bins, metrics, phases, states}, prefix, {lanes}) {
    // The codes of the bins, per row.
    const rows = async (name, count) => {
      const codes = await Planes.codes(prefix + name);
      return Array.from({length: count}, (_, row) => codes.subarray(row * bins, (row + 1) * bins));
    };
    const levels = await Promise.all(metrics.map(async (metric, i) =>
      new Planes.Levels(await Planes.lanes(prefix + 'metric-' + i, metric.planes, lanes.length, bins))));
    return {axis, unit, start, binWidth, end, bins, metrics, phases, states, levels,
      phaseRows: await rows('phases', phases.rows), stateRows: await rows('states', states.rows)};
  }

  /** Selects an axis of the page. */
  turn(index) {
    Object.assign(this, this.axes[index], {selected: index, tops: new Map()});
  }

  /** The colours of the reader's colour scheme. */
  get theme() {
    return this.themes[this.dark.matches ? 'dark' : 'light'];
  }

  /** Returns a position on the axis with its unit. */
  position(value, range) {
    return Numbers.seconds(value, range) + (this.unit ? ' ' + this.unit : '');
  }

  /** Returns the finest level that has at most one bin per pixel in the view. */
  level(view, pixels) {
    const visible = (view.to - view.from) / this.binWidth;
    const k = Math.min(Math.ceil(Math.log2(this.bins)), Math.max(0, Math.ceil(Math.log2(visible / Math.max(50, pixels)))));
    const width = this.binWidth * 2 ** k;
    const last = Math.ceil(this.bins / 2 ** k) - 1;
    const bin = seconds => Math.max(0, Math.min(last, Math.floor((seconds - this.start) / width)));
    return {k, width, bin, left: b => this.start + b * width, centre: b => Math.min(this.start + (b + 0.5) * width, this.end),
      first: Math.max(0, bin(view.from) - 1), last: Math.min(last, bin(view.to) + 1)};
  }

  /** The top of the heat map's scale, which does not change while zooming: the maximum over a few hundred columns. */
  heatTop(metric) {
    if (!this.tops.has(metric)) {
      const lanes = this.levels[metric].at(Math.max(0, Math.ceil(Math.log2(this.bins / 500))));
      this.tops.set(metric, lanes.reduce((most, lane) => lane.mean.reduce((m, v) => v > m ? v : m, most), 0) || 1);
    }
    return this.tops.get(metric);
  }

  /** @param lane -1 for the first row of phases */
  rowOf(lane) {
    return this.phases.perLane ? Math.max(0, lane) : 0;
  }

  /** Returns the phase at a time, or -1 for none. */
  phaseAt(row, seconds) {
    const bin = Math.max(0, Math.min(this.bins - 1, Math.floor((seconds - this.start) / this.binWidth)));
    return this.phaseRows.length ? this.phaseRows[row][bin] - 1 : -1;
  }

  /** Returns the occurrences of phases in the view, as {code, from, to} in pixels. */
  phaseRuns(row, view, width) {
    return this.calls?.phaseRuns(view, width) ?? this.runs(this.phaseRows[row] ?? [], view, width);
  }

  /** Returns the intervals of equal codes in the view, as {code, from, to} in pixels. */
  runs(codes, view, width) {
    const runs = [];
    const first = Math.max(0, Math.floor((view.from - this.start) / this.binWidth));
    const last = Math.min(codes.length - 1, Math.ceil((view.to - this.start) / this.binWidth));
    for (let b = first; b <= last; ) {
      let end = b;
      while (end <= last && codes[end] === codes[b]) {
        end++;
      }
      const from = Math.max(LEFT, Place.x(view, this.start + b * this.binWidth, width));
      const to = Math.min(width - RIGHT, Place.x(view, Math.min(this.end, this.start + end * this.binWidth), width));
      if (to > from) {
        runs.push({code: codes[b], from, to});
      }
      b = end;
    }
    return runs;
  }
}
