'use strict';
// The embedded series: decoded once; coarser levels are computed on first use.
const Planes = (() => {
  /** Decodes in a loop, because Array.from on a string creates a string per character first. */
  function bytesOf(characters) {
    const bytes = new Uint8Array(characters.length);
    for (let i = 0; i < bytes.length; i++) {
      bytes[i] = characters.charCodeAt(i);
    }
    return bytes;
  }

  async function inflated(id) {
    const text = document.getElementById(id).textContent;
    const stream = new DecompressionStream('deflate-raw');
    const writer = stream.writable.getWriter();
    // The reader reports errors in the data.
    writer.write(Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : bytesOf(atob(text))).catch(() => {});
    writer.close().catch(() => {});
    return new Uint8Array(await new Response(stream.readable).arrayBuffer());
  }

  /** Returns a function that decodes the next integer of a sequence of variable length, smallest bits first, sign in bit 0. */
  function integers(bytes) {
    let at = 0;
    return () => {
      let [value, factor] = [0, 1];
      for (;;) {
        const byte = bytes[at++];
        value += (byte & 127) * factor;
        if (byte < 128) {
          return value % 2 ? -(value + 1) / 2 : value / 2;
        }
        factor *= 128;
      }
    };
  }

  /** Returns the codes: all low bytes come first, then all high ones. */
  async function codes(id) {
    const bytes = await inflated(id);
    const n = bytes.length / 2;
    const out = new Uint16Array(n);
    for (let i = 0; i < n; i++) {
      out[i] = bytes[i] | bytes[n + i] << 8;
    }
    return out;
  }

  /**
   * Returns a metric's lanes: {mean, low, high}, each a Float32Array of bins; NaN without samples. If the quantiles of the samples are
   * known, spread has {mean: the median, low: the 10 % quantile, high: the 90 % quantile}.
   */
  async function lanes(id, planes, count, bins) {
    const all = await codes(id);
    const values = (first, lane) => {
      const [middle, below, above] = planes.slice(first);
      const out = {mean: new Float32Array(bins), low: new Float32Array(bins), high: new Float32Array(bins)};
      for (let b = 0; b < bins; b++) {
        const at = (first * count + lane) * bins + b;
        const value = all[at] ? middle.low + (all[at] - 1) * middle.step : NaN;
        out.mean[b] = value;
        out.low[b] = value - (below.low + (all[count * bins + at] - 1) * below.step);
        out.high[b] = value + (above.low + (all[2 * count * bins + at] - 1) * above.step);
      }
      return out;
    };
    return Array.from({length: count}, (_, lane) => ({...values(0, lane), ...(planes.length > 3 ? {spread: values(3, lane)} : {})}));
  }

  /*   * Returns a lane's spread in bins k times as wide: weighted quantiles of the parts' values. A bin's low has the weight of two tenths
   * of its samples, its median six and its high two: one, three and one copy of them.
   */
  function widerSpread({mean, low, high}, k) {
    const n = Math.ceil(mean.length / k);
    const out = {mean: new Float32Array(n), low: new Float32Array(n), high: new Float32Array(n)};
    const copies = new Float32Array(5 * k);
    for (let b = 0; b < n; b++) {
      let filled = 0;
      for (let i = b * k; i < Math.min(mean.length, (b + 1) * k); i++) {
        if (mean[i] === mean[i]) {
          copies[filled] = low[i];
          copies.fill(mean[i], filled + 1, filled + 4);
          copies[filled + 4] = high[i];
          filled += 5;
        }
      }
      const ordered = sorted(copies, filled);
      const reached = tenths => filled ? ordered[Math.ceil(tenths * filled / 10) - 1] : NaN;
      out.low[b] = reached(1);
      out.mean[b] = reached(5);
      out.high[b] = reached(9);
    }
    return out;
  }

  function halved({mean, low, high}) {
    const n = Math.ceil(mean.length / 2);
    const out = {mean: new Float32Array(n), low: new Float32Array(n), high: new Float32Array(n)};
    for (let b = 0; b < n; b++) {
      const i = 2 * b;
      const one = mean[i] === mean[i];
      const two = i + 1 < mean.length && mean[i + 1] === mean[i + 1];
      out.mean[b] = one && two ? (mean[i] + mean[i + 1]) / 2 : one ? mean[i] : two ? mean[i + 1] : NaN;
      out.low[b] = one && two ? Math.min(low[i], low[i + 1]) : one ? low[i] : two ? low[i + 1] : NaN;
      out.high[b] = one && two ? Math.max(high[i], high[i + 1]) : one ? high[i] : two ? high[i + 1] : NaN;
    }
    return out;
  }

  /** Sorts the first n values. It is called for each bin; for few values it is several times as fast as the built-in sort. */
  function sorted(values, n) {
    if (n > 64) {
      return values.subarray(0, n).sort();
    }
    for (let i = 1; i < n; i++) {
      const value = values[i];
      let j = i - 1;
      for (; j >= 0 && values[j] > value; j--) {
        values[j + 1] = values[j];
      }
      values[j + 1] = value;
    }
    return values;
  }

  /** Returns the median of the lanes and the band from the 10 % to the 90 % quantile. */
  function typical(lanes) {
    const n = lanes[0].mean.length;
    const out = {mean: new Float32Array(n), low: new Float32Array(n), high: new Float32Array(n)};
    const column = new Float32Array(lanes.length);
    for (let b = 0; b < n; b++) {
      let filled = 0;
      for (const lane of lanes) {
        if (lane.mean[b] === lane.mean[b]) {
          column[filled++] = lane.mean[b];
        }
      }
      const ordered = sorted(column, filled);
      const at = share => filled ? ordered[Math.round(share * (filled - 1))] : NaN;
      out.low[b] = at(0.1);
      out.mean[b] = filled % 2 || !filled ? at(0.5) : (ordered[filled / 2 - 1] + ordered[filled / 2]) / 2;
      out.high[b] = at(0.9);
    }
    return out;
  }

  /** A metric on all resolution levels: level k has bins 2^k times as wide. */
  class Levels {
    constructor(lanes) {
      this.levels = [{lanes, typical: null}];
      this.spreads = lanes.map(lane => lane.spread ? [lane.spread] : null);
    }

    /** Returns the quantiles of a lane's samples; null if unknown. */
    spreadAt(k, lane) {
      const spreads = this.spreads[lane];
      return spreads && (spreads[k] ??= widerSpread(spreads[0], 2 ** k));
    }

    at(k) {
      while (this.levels.length <= k) {
        this.levels.push({lanes: this.levels[this.levels.length - 1].lanes.map(halved), typical: null});
      }
      return this.levels[k].lanes;
    }

    typicalAt(k) {
      const lanes = this.at(k);
      return this.levels[k].typical ??= typical(lanes);
    }
  }

  return {inflated, integers, codes, lanes, Levels};
})();
