'use strict';
// One metric over time: every lane in grey with the typical one and the picked one, or a single lane with its band.
class LinePanel {
  static #TOP = 6;
  static #FOOT = 20;

  /** @param lane -1 for all lanes together */
  constructor(data, metric, lane) {
    Object.assign(this, {data, metric, lane});
    const info = data.metrics[metric];
    this.bare = lane >= 0 && lane < data.lanes.length - 1;
    this.height = lane < 0 ? 150 : this.bare ? 66 : 84;
    this.title = lane < 0 ? info.name : data.lanes[lane].name;
    this.detail = lane < 0 ? info.unit : [data.lanes[lane].detail, data.lanes[lane].caveat].filter(Boolean).join(' · ');
    this.faint = lane >= 0 && data.lanes[lane].caveat !== '';
  }

  paint(context, view, width) {
    const {data} = this;
    const level = data.level(view, width - LEFT - RIGHT);
    const lines = this.lines(view, level);
    const peak = lines.reduce((most, line) => Math.max(most, this.highest(line.bands ?? [line.values], line.means ?? [], level)), 0);
    const top = peak > 0 ? peak * 1.05 : 1;
    const floor = this.height - (this.bare ? 4 : LinePanel.#FOOT);
    const yOf = value => floor - value / top * (floor - LinePanel.#TOP);
    this.axes(context, view, width, top, floor, yOf);
    Place.clipped(context, width, LinePanel.#TOP, floor - LinePanel.#TOP);
    const runs = data.phaseRuns(data.rowOf(this.lane >= 0 ? this.lane : view.lane), view, width);
    this.ground(context, runs, floor);
    this.others(context, view, width, yOf);
    const xOf = b => Place.x(view, level.centre(b), width);
    lines.forEach(line => this.line(context, line, level, xOf, yOf));
    this.dim(context, runs, view, floor);
    context.restore();
  }

  /** Those that have a band, the colour and look of each, and what else their axis must hold. Lanes of one metric share it. */
  lines(view, level) {
    const {theme, levels} = this.data;
    const all = levels[this.metric].at(level.k);
    if (this.lane >= 0) {
      const picked = this.lane === view.lane;
      return [{values: all[this.lane], colour: picked ? theme.picked : theme.middle, dash: picked ? [6, 3] : [], bands: all}];
    }
    const lines = [{values: levels[this.metric].typicalAt(level.k), colour: theme.middle, dash: [], means: all.length > 1 ? all : []}];
    if (view.lane >= 0) {
      lines.push({values: all[view.lane], colour: theme.picked, dash: [6, 3]});
    }
    return lines;
  }

  /** A single sample's burst must not press all else flat: beyond this the band is cut off; the readout has its ends. */
  highest(bands, means, level) {
    const most = (lanes, part) => {
      let top = 0;
      for (const lane of lanes) {
        for (let b = level.first; b <= level.last; b++) {
          top = lane[part][b] > top ? lane[part][b] : top;
        }
      }
      return top;
    };
    return Math.max(most(means, 'mean'), Math.min(most(bands, 'high'), 1.6 * most(bands, 'mean')));
  }

  axes(context, view, width, top, floor, yOf) {
    const {theme, metrics} = this.data;
    const {kind} = metrics[this.metric];
    context.lineWidth = 1;
    context.strokeStyle = theme.grid;
    context.beginPath();
    for (const value of Place.ticks(0, top, this.lane < 0 ? 4 : 2).values) {
      context.moveTo(LEFT, Math.round(yOf(value)) + 0.5);
      context.lineTo(width - RIGHT, Math.round(yOf(value)) + 0.5);
      Place.rowName(context, kind === 'rate' ? Numbers.si(value, 3) : kind === 'share' ? Numbers.percent(value) : Numbers.digits(value, 3), yOf(value), theme.muted);
    }
    const {step, values} = Place.ticks(view.from, view.to, Math.min(12, (width - LEFT - RIGHT) / 80));
    context.textBaseline = 'top';
    context.textAlign = 'center';
    for (const value of values) {
      const x = Math.round(Place.x(view, value, width)) + 0.5;
      context.moveTo(x, LinePanel.#TOP);
      context.lineTo(x, floor);
      if (!this.bare) {
        context.fillText(Numbers.seconds(value, step * 100), x, floor + 5);
      }
    }
    context.stroke();
    context.strokeStyle = theme.axis;
    context.beginPath();
    context.moveTo(LEFT - 0.5, LinePanel.#TOP);
    context.lineTo(LEFT - 0.5, floor + 0.5);
    context.lineTo(width - RIGHT, floor + 0.5);
    context.stroke();
  }

  /** Phases as pale bands. */
  ground(context, runs, floor) {
    context.globalAlpha = this.data.theme.phaseAlpha;
    for (const run of runs) {
      if (run.code > 0 && run.to - run.from >= 0.5) {
        context.fillStyle = this.data.phases.colours[run.code - 1];
        context.fillRect(run.from, 0, run.to - run.from, floor);
      }
    }
    context.globalAlpha = 1;
  }

  /** The lanes that are not of interest: a point every few pixels is enough of them, and what costs most is drawing them. */
  others(context, view, width, yOf) {
    const {data} = this;
    const level = data.level(view, (width - LEFT - RIGHT) / 3);
    const lanes = this.lane < 0 && data.lanes.length > 1 ? data.levels[this.metric].at(level.k) : [];
    const xOf = b => Place.x(view, level.centre(b), width);
    context.strokeStyle = data.theme.others;
    context.lineWidth = 1;
    lanes.forEach((lane, i) => {
      context.setLineDash(data.lanes[i].caveat ? [2, 3] : []);
      this.stroke(context, lane.mean, level, xOf, yOf);
    });
    context.setLineDash([]);
  }

  line(context, {values, colour, dash}, level, xOf, yOf) {
    context.fillStyle = colour;
    context.globalAlpha = this.data.theme.bandAlpha;
    context.beginPath();
    for (let b = level.first; b <= level.last; b++) {
      if (values.high[b] === values.high[b]) {
        let end = b;
        context.moveTo(xOf(b), yOf(values.high[b]));
        while (end < level.last && values.high[end + 1] === values.high[end + 1]) {
          end++;
          context.lineTo(xOf(end), yOf(values.high[end]));
        }
        for (let i = end; i >= b; i--) {
          context.lineTo(xOf(i), yOf(values.low[i]));
        }
        context.closePath();
        b = end;
      }
    }
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = colour;
    context.lineWidth = 1.4;
    context.setLineDash(dash);
    this.stroke(context, values.mean, level, xOf, yOf);
    context.setLineDash([]);
  }

  /** A line of as many pieces as there are gaps; a bin between two gaps is a dot. */
  stroke(context, values, level, xOf, yOf) {
    context.beginPath();
    for (let b = level.first, open = false; b <= level.last; b++) {
      const value = values[b];
      if (value !== value) {
        open = false;
      } else {
        const alone = !open && !(values[b + 1] === values[b + 1] && b < level.last);
        context[open ? 'lineTo' : 'moveTo'](xOf(b) - (alone ? 1 : 0), yOf(value));
        if (alone) {
          context.lineTo(xOf(b) + 1, yOf(value));
        }
        open = true;
      }
    }
    context.stroke();
  }

  /** Everything but the selected phase steps back. */
  dim(context, runs, view, floor) {
    if (view.phase >= 0) {
      context.fillStyle = this.data.theme.ground;
      context.globalAlpha = 0.78;
      runs.filter(run => run.code - 1 !== view.phase).forEach(run => context.fillRect(run.from, 0, run.to - run.from, floor));
      context.globalAlpha = 1;
    }
  }
}
