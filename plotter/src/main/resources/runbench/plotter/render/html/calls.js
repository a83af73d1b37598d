'use strict';
// The communication calls of each lane: shares of time over the whole run, and every call of a part of it.
class Calls {
  static async load(model) {
    const calls = Object.assign(new Calls(), model);
    const codes = await Planes.codes('calls-shares');
    const {columns, states} = model;
    calls.shares = model.lanes.map((_, lane) => states.map((_, state) =>
      codes.subarray((lane * states.length + state) * columns, (lane * states.length + state + 1) * columns)));
    calls.decode(await Planes.inflated('calls-single'));
    return calls;
  }

  /** Decodes the columns of integers; times become seconds on the page's axis. */
  decode(bytes) {
    const {size, occurrences, lanes, origin} = this;
    const next = Planes.integers(bytes);
    const column = (n, type = Float64Array) => type.from({length: n}, next);
    const gap = column(size);
    const length = column(size);
    Object.assign(this, {site: column(size, Int32Array), peer: column(size, Int32Array), bytes: column(size), tag: column(size, Int32Array),
      waited: column(size).map(nanos => nanos / 1e9), awaited: column(size, Int32Array), send: new Int32Array(size).fill(-1),
      from_: new Float64Array(size), to_: new Float64Array(size), lane: new Int32Array(size), first: []});
    let i = 0;
    lanes.forEach((count, lane) => {
      this.first.push(i);
      let end = 0;
      for (const last = i + count; i < last; i++) {
        const start = end + gap[i];
        end = start + length[i];
        this.from_[i] = (start + origin) / 1e9;
        this.to_[i] = (end + origin) / 1e9;
        this.lane[i] = lane;
      }
    });
    this.first.push(size);
    let before = [];
    for (i = 0; i < size; i++) {
      before = i > 0 && this.lane[i] === this.lane[i - 1] ? before : lanes.map(() => 0);
      if (next()) {
        // The sending lane is the peer.
        this.send[i] = before[this.peer[i]] += next();
      }
    }
    let time = 0;
    this.edges = Float64Array.from({length: occurrences + 1}, () => ((time += next()) + origin) / 1e9);
    this.phase = column(occurrences, Int32Array);
  }

  /** Returns true if every call of the view is known. */
  covers(view) {
    const margin = 1e-6 * (view.to - view.from);
    return this.to > this.from && view.from >= this.from - margin && view.to <= this.to + margin;
  }

  /** Returns the first call of a lane that ends after a time. */
  firstAfter(lane, seconds) {
    let [low, high] = [this.first[lane], this.first[lane + 1]];
    while (low < high) {
      const middle = low + high >> 1;
      this.to_[middle] > seconds ? high = middle : low = middle + 1;
    }
    return low;
  }

  /** Returns the range of calls of a lane in the view. */
  inView(lane, view) {
    const first = this.firstAfter(lane, view.from);
    let end = this.firstAfter(lane, view.to);
    end += end < this.first[lane + 1] ? 1 : 0;
    return [first, end];
  }

  /** Returns the occurrences of phases in the view, as {code, from, to} in pixels; null: too many, or not all are known. */
  phaseRuns(view, width) {
    const {edges, phase} = this;
    let first = 0;
    for (let high = phase.length; first < high; ) {
      const middle = first + high >> 1;
      edges[middle + 1] > view.from ? high = middle : first = middle + 1;
    }
    if (!this.covers(view) || edges[Math.min(phase.length, first + Math.ceil(width))] < view.to) {
      return null;
    }
    const runs = [];
    for (let i = first; i < phase.length && edges[i] < view.to; i++) {
      const [from, to] = [Math.max(LEFT, Place.x(view, edges[i], width)), Math.min(width - RIGHT, Place.x(view, edges[i + 1], width))];
      if (to > from) {
        runs.push({code: phase[i] + 1, from, to});
      }
    }
    return runs;
  }

  /** Returns the call of a lane at a time, or -1. */
  at(lane, seconds) {
    const i = this.firstAfter(lane, seconds);
    return i < this.first[lane + 1] && this.from_[i] <= seconds ? i : -1;
  }

  /** Returns the time in each state per pixel, as shares by state. */
  perPixel(lane, view, pixels) {
    const out = this.states.map(() => new Float32Array(pixels));
    const scale = pixels / (view.to - view.from);
    const add = (state, from, to) => {
      const [a, b] = [Math.max(0, (from - view.from) * scale), Math.min(pixels, (to - view.from) * scale)];
      for (let x = Math.floor(a); x < b; x++) {
        out[state][x] += Math.min(b, x + 1) - Math.max(a, x);
      }
    };
    if (this.covers(view)) {
      const [first, end] = this.inView(lane, view);
      for (let i = first; i < end; i++) {
        const wait = Math.min(this.to_[i], this.from_[i] + this.waited[i]);
        add(out.length - 1, this.from_[i], wait);
        add(this.sites[this.site[i]][2], wait, this.to_[i]);
      }
      return out;
    }
    const {start, end, columns} = this;
    const width = (end - start) / columns;
    const clamp = x => Math.max(0, Math.min(columns, x));
    for (let c = clamp(Math.floor((view.from - start) / width)); c < clamp(Math.ceil((view.to - start) / width)); c++) {
      const [a, b] = [Math.max(0, (start + c * width - view.from) * scale), Math.min(pixels, (start + (c + 1) * width - view.from) * scale)];
      for (let x = Math.floor(a); x < b; x++) {
        const part = Math.min(b, x + 1) - Math.max(a, x);
        this.shares[lane].forEach((row, state) => { out[state][x] += part * row[c] / 4095; });
      }
    }
    return out;
  }
}
