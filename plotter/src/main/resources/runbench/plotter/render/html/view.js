'use strict';
// The state of the view: times, lane, phase, metric, cursor. Only this class changes it.
class View {
  /** @param changed called after each change; its argument is true if other panels are needed */
  constructor(data, changed) {
    Object.assign(this, {data, changed, from: data.start, to: data.end, lane: -1, phase: -1, metric: 0, each: data.laneWord === 'program', cursor: null});
  }

  get shortest() {
    const {start, end, binWidth, calls} = this.data;
    return Math.max(calls ? 1e-6 : 4 * binWidth, (end - start) * 1e-7);
  }

  /** Shows the whole run over another axis. */
  turn(axis) {
    const {data} = this;
    if (axis !== data.selected) {
      data.turn(axis);
      Object.assign(this, {from: data.start, to: data.end, phase: -1, cursor: null});
      this.changed(true);
    }
  }

  zoom(from, to) {
    const {start, end} = this.data;
    const span = Math.min(end - start, Math.max(this.shortest, to - from));
    this.from = Math.max(start, Math.min(end - span, (from + to - span) / 2));
    this.to = this.from + span;
    this.changed(false);
  }

  whole() {
    this.zoom(this.data.start, this.data.end);
  }

  zoomBy(factor) {
    const about = this.cursor ?? (this.from + this.to) / 2;
    const from = about - (about - this.from) * factor;
    this.zoom(from, from + (this.to - this.from) * factor);
  }

  pan(share) {
    const by = (this.to - this.from) * share;
    this.zoom(this.from + by, this.to + by);
  }

  pick(change) {
    if (change.phase >= 0) {
      this.turn(0); // only the first axis has phases
    }
    const other = 'each' in change || ('metric' in change && this.each);
    Object.assign(this, change);
    this.changed(other);
  }

  /** Selects an item; selecting it again clears the selection. */
  toggle(name, value) {
    this.pick({[name]: value === this[name] ? -1 : value});
  }

  /** Selects the next item; after the last one, none. */
  next(name, count) {
    this.pick({[name]: this[name] + 1 < count ? this[name] + 1 : -1});
  }

  /** Moves the view to the next occurrence of the selected phase. */
  nextRun() {
    const {data} = this;
    const row = this.phase >= 0 ? data.phaseRows[data.rowOf(this.lane)] : [];
    const picked = this.phase + 1;
    let b = Math.floor(((this.cursor ?? this.from) - data.start) / data.binWidth);
    while (b < row.length && row[b] === picked) {
      b++;
    }
    while (b < row.length && row[b] !== picked) {
      b++;
    }
    let end = b;
    while (end < row.length && row[end] === picked) {
      end++;
    }
    if (b < row.length) {
      const [from, to] = [data.start + b * data.binWidth, data.start + end * data.binWidth];
      this.cursor = (from + to) / 2;
      this.zoom(from - (to - from) / 2, to + (to - from) / 2);
    }
  }

  /** Shows the view of a link's fragment: from, to, lane, metric. */
  fromFragment() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const place = (name, most) => asked.has(name) && Number(asked.get(name)) < most ? {[name]: Number(asked.get(name))} : {};
    if (asked.has('from')) {
      this.turn(0);
      this.pick({lane: -1, ...place('lane', this.data.lanes.length), ...place('metric', this.data.metrics.length)});
      this.zoom(Number(asked.get('from')), Number(asked.get('to')));
    }
  }
}
