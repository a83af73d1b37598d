'use strict';
// Calls and computation of each lane over time, with messages as arrows where they can be told apart.
class CallTimeline {
  static #AXIS = 22;
  static #MAX_RECTANGLES_PER_PIXEL = 0.5;
  /** The minimum mean distance of arrows, pixels. */
  static #ARROW_DISTANCE = 9;

  constructor(data) {
    const rows = data.lanes.length;
    this.data = data;
    this.calls = data.calls;
    this.row = rows <= 4 ? 54 : rows <= 8 ? 40 : rows <= 16 ? 26 : rows <= 64 ? 12 : Math.max(2, Math.floor(700 / rows));
    this.height = this.row * rows + CallTimeline.#AXIS;
    this.title = 'Computation and MPI calls';
    this.arrows = [];
  }

  /** The colours of computing and of the states. */
  get colours() {
    const {theme} = this.data;
    return [theme.grid, theme.middle, '#44bb99', theme.axis, theme.picked];
  }

  paint(context, view, width) {
    const {data, calls, row} = this;
    const pixels = Math.max(1, width - LEFT - RIGHT);
    const gap = row > 4 ? 1 : 0;
    Place.clipped(context, width, 0, this.height);
    context.fillStyle = this.colours[0];
    data.lanes.forEach((_, lane) => {
      context.globalAlpha = view.lane >= 0 && view.lane !== lane ? 0.55 : 1;
      context.fillStyle = this.colours[0];
      const [from, to] = [Place.x(view, calls.start, width), Place.x(view, calls.end, width)];
      context.fillRect(from, lane * row, to - from, row - gap);
      const [first, end] = calls.covers(view) ? calls.inView(lane, view) : [0, Infinity];
      end - first <= pixels * CallTimeline.#MAX_RECTANGLES_PER_PIXEL ? this.single(context, view, width, lane, first, end) : this.stacked(context, view, pixels, lane, row - gap);
    });
    context.globalAlpha = 1;
    this.messages(context, view, width);
    context.restore();
    const stride = Math.ceil(13 / row);
    data.lanes.forEach((lane, i) => {
      if (i % stride === 0 || i === view.lane) {
        Place.rowName(context, lane.name, (i + 0.5) * row, i === view.lane ? data.theme.picked : data.theme.muted);
      }
    });
    this.axis(context, view, width);
  }

  /** Draws the shares of the states per pixel, waiting at the bottom. */
  stacked(context, view, pixels, lane, height) {
    const shares = this.calls.perPixel(lane, view, Math.ceil(pixels));
    const bottom = lane * this.row + height;
    const base = new Float32Array(Math.ceil(pixels));
    for (let state = shares.length - 1; state >= 0; state--) {
      context.fillStyle = this.colours[state + 1];
      context.beginPath();
      shares[state].forEach((share, x) => {
        if (share > 0) {
          context.rect(LEFT + x, bottom - (base[x] + share) * height, 1, share * height);
          base[x] += share;
        }
      });
      context.fill();
    }
  }

  single(context, view, width, lane, first, end) {
    const {calls, row, data} = this;
    const top = lane * row;
    for (let i = first; i < end; i++) {
      const [from, wait, to] = [calls.from_[i], Math.min(calls.to_[i], calls.from_[i] + calls.waited[i]), calls.to_[i]].map(t => Place.x(view, t, width));
      if (to <= from) {
        continue;
      }
      const [name, , state] = calls.sites[calls.site[i]];
      for (const [begin, end, colour] of [[from, wait, this.colours[calls.states.length]], [wait, to, this.colours[state + 1]]]) {
        if (end > begin) {
          context.fillStyle = colour;
          context.fillRect(begin, top, Math.max(0.6, end - begin), row - 1);
        }
      }
      const [left, right] = [Math.max(from, LEFT), Math.min(to, width - RIGHT)];
      if (row >= 12 && right - left >= 40) {
        context.fillStyle = data.theme.ground;
        context.textAlign = 'center';
        context.textBaseline = 'top';
        context.fillText(name.replace(/^MPI_/, ''), (left + right) / 2, top + 2, right - left - 4);
      }
    }
  }

  /** Draws the messages if their arrows are far enough apart. */
  messages(context, view, width) {
    const {calls, row, data} = this;
    this.arrows = [];
    this.hidden = 0;
    if (!calls.covers(view)) {
      return;
    }
    const most = (width - LEFT - RIGHT) / CallTimeline.#ARROW_DISTANCE * Math.max(1, data.lanes.length / 4);
    for (let lane = 0; lane < data.lanes.length; lane++) {
      const [first, end] = calls.inView(lane, view);
      for (let i = first; i < end; i++) {
        const send = calls.send[i];
        if (send >= 0 && (view.lane < 0 || view.lane === lane || view.lane === calls.lane[send])) {
          this.arrows.push({i, send});
        }
      }
    }
    if (this.arrows.length > most) {
      this.hidden = this.arrows.length;
      this.arrows = [];
      return;
    }
    context.strokeStyle = context.fillStyle = data.theme.text;
    for (const arrow of this.arrows) {
      const down = calls.lane[arrow.send] < calls.lane[arrow.i];
      const same = calls.lane[arrow.send] === calls.lane[arrow.i];
      const y = (lane, end) => (lane + (same ? 0.5 : down === end ? 0.28 : 0.72)) * row;
      Object.assign(arrow, {x0: Place.x(view, calls.from_[arrow.send], width), y0: y(calls.lane[arrow.send], false),
        x1: Place.x(view, calls.to_[arrow.i], width), y1: y(calls.lane[arrow.i], true)});
      this.arrow(context, arrow, arrow.i === this.picked);
    }
  }

  arrow(context, {x0, y0, x1, y1}, picked) {
    const angle = Math.atan2(y1 - y0, x1 - x0);
    context.globalAlpha = picked ? 1 : 0.75;
    context.lineWidth = picked ? 2.4 : 1;
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.stroke();
    context.beginPath();
    context.moveTo(x1, y1);
    for (const side of [-0.4, 0.4]) {
      context.lineTo(x1 - 7 * Math.cos(angle + side), y1 - 7 * Math.sin(angle + side));
    }
    context.fill();
    context.globalAlpha = 1;
  }

  /** Draws ticks in the unit that suits the view. */
  axis(context, view, width) {
    const {data, height} = this;
    const top = height - CallTimeline.#AXIS;
    const span = view.to - view.from;
    const [unit, factor] = span >= 2 ? ['s', 1] : span >= 2e-3 ? ['ms', 1e3] : ['µs', 1e6];
    const rough = span * factor / Math.max(2, (width - LEFT - RIGHT) / 110);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].find(s => s * power >= rough) * power;
    context.fillStyle = data.theme.muted;
    context.textBaseline = 'top';
    context.textAlign = 'center';
    for (let n = Math.ceil(view.from * factor / step); n * step <= view.to * factor; n++) {
      const x = Place.x(view, n * step / factor, width);
      context.fillRect(x, top, 1, 4);
      if (x < width - RIGHT - 30) {
        context.fillText(Numbers.seconds(n * step, step * 30), x, top + 7);
      }
    }
    context.textAlign = 'right';
    context.fillText(unit, width - 2, top + 7);
  }

  laneAt(y) {
    return Math.min(this.data.lanes.length - 1, Math.max(0, Math.floor(y / this.row)));
  }

  /** Returns the nearest drawn message; null if there is none within a few pixels. */
  messageAt(x, y) {
    let [best, distance] = [null, 6];
    for (const arrow of this.arrows) {
      const {x0, y0, x1, y1} = arrow;
      const length = (x1 - x0) ** 2 + (y1 - y0) ** 2 || 1;
      const share = Math.max(0, Math.min(1, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length));
      const d = Math.hypot(x - x0 - share * (x1 - x0), y - y0 - share * (y1 - y0));
      if (d < distance) {
        [best, distance] = [arrow, d];
      }
    }
    return best;
  }

  time(seconds) {
    return Numbers.si(seconds, 4, 's');
  }

  place(call) {
    const [name, place] = this.calls.sites[this.calls.site[call]];
    return name + (place ? ' at ' + place : '');
  }

  /** Describes a message: sender, receiver, bytes, tag and the lines of code. */
  message({i, send}) {
    const {calls, data} = this;
    return data.lanes[calls.lane[send]].name + ' → ' + data.lanes[calls.lane[i]].name + ' · ' + Numbers.si(calls.bytes[i], 4, 'B') + ' · tag ' + calls.tag[i]
      + ' · sent by ' + this.place(send) + ' · received by ' + this.place(i) + ' · ' + this.time(calls.to_[i] - calls.from_[send]) + ' from send to receipt';
  }

  /** Describes the state of a lane at a time. */
  state(lane, seconds, view, width) {
    const {calls, data} = this;
    const name = data.lanes[lane].name + ': ';
    if (!calls.covers(view)) {
      const pixel = {from: seconds, to: seconds + (view.to - view.from) / Math.max(1, width - LEFT - RIGHT)};
      const shares = calls.perPixel(lane, pixel, 1).map(row => row[0]);
      const rest = Math.max(0, 1 - shares.reduce((sum, share) => sum + share, 0));
      return name + ['computing', ...calls.states].map((state, i) => [state, i ? shares[i - 1] : rest]).filter(([, share]) => share >= 0.005)
        .map(([state, share]) => state + ' ' + Numbers.percent(Number(share.toPrecision(2)))).join(', ');
    }
    const i = calls.at(lane, seconds);
    if (i < 0) {
      return name + 'computing';
    }
    const peer = calls.peer[i] >= 0 ? ' · with ' + data.lanes[calls.peer[i]].name : '';
    return name + this.place(i) + ' · ' + this.time(calls.to_[i] - calls.from_[i]) + (calls.waited[i] > 0 ? ', of it ' + this.time(calls.waited[i]) + ' waiting for ' + data.lanes[calls.awaited[i]].name : '')
      + peer + (calls.bytes[i] < 0 ? '' : ' · ' + Numbers.si(calls.bytes[i], 4, 'B'));
  }

  /** Describes how much is drawn. */
  explained(view) {
    const {calls} = this;
    return calls.covers(view) ? this.hidden ? 'Zoom in to see ' + Numbers.si(this.hidden, 3) + ' messages as arrows.' : 'Point at a call or an arrow.'
      : 'Height is the share of time' + (calls.to > calls.from ? '; single calls are known from ' + Numbers.seconds(calls.from, calls.to - calls.from) + ' to ' + Numbers.seconds(calls.to, calls.to - calls.from) + ' s.' : '.');
  }
}
