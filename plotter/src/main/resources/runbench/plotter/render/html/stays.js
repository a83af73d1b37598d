'use strict';
// How long each lane stays in the picked phase at a time: a histogram a lane, over a logarithmic axis.
class StaysChart {
  static #FOOT = 20;
  /** Beside the bars: medians and how many stays. */
  static #WORDS = 120;

  constructor(data) {
    this.data = data;
    const lanes = data.lanes.length;
    this.row = lanes <= NAMED_ROWS ? 24 : Math.max(2, Math.floor(420 / lanes));
    this.height = this.row * lanes + StaysChart.#FOOT;
    this.title = '';
    this.detail = 'each bar the share of a rank\'s stays, logarithmic; tick and right: how many, and their median';
  }

  /** The picked phase, or the one with most time. */
  stays(view) {
    return this.data.stays.find(s => s.phase === view.phase) ?? (view.phase < 0 ? this.data.stays[0] : undefined);
  }

  name(view) {
    const stays = this.stays(view);
    return stays ? 'time in ' + this.data.phases.ids[stays.phase] + ' at a stretch' : 'nothing is known of the picked phase';
  }

  paint(context, view, width) {
    const {data, row} = this;
    const stays = this.stays(view);
    if (!stays) {
      return;
    }
    const [first, count] = [Math.log10(stays.low), stays.counts[0].length * stays.step];
    const right = width - StaysChart.#WORDS;
    const x = power => LEFT + (power - first) / count * (right - LEFT);
    this.axis(context, right, first, first + count, x);
    stays.counts.forEach((counts, lane) => {
      const all = counts.reduce((sum, n) => sum + n, 0);
      const most = Math.max(...counts, 1);
      context.fillStyle = lane === view.lane ? data.theme.picked : data.lanes[lane].caveat ? data.theme.others : data.theme.middle;
      counts.forEach((n, i) => {
        if (n === 0) {
          return;
        }
        const high = row >= 12 ? n / most * (row - 3) : row;
        context.globalAlpha = row >= 12 ? 0.75 : n / most;
        context.fillRect(x(first + i * stays.step), (lane + 1) * row - high, Math.max(0.5, x(first + (i + 1) * stays.step) - x(first + i * stays.step) - 0.5), high);
      });
      context.globalAlpha = 1;
      if (all > 0 && row >= 12) {
        this.median(context, stays.medians[lane], all, x, width, lane);
      }
      if (row >= 12) {
        Place.rowName(context, data.lanes[lane].name, (lane + 0.5) * row, lane === view.lane ? data.theme.picked : data.theme.muted);
      }
    });
  }

  median(context, seconds, all, x, width, lane) {
    const {data, row} = this;
    context.fillStyle = data.theme.text;
    context.fillRect(x(Math.log10(seconds)) - 0.75, lane * row + 2, 1.5, row - 2);
    context.textBaseline = 'middle';
    context.textAlign = 'right';
    context.fillText(Numbers.digits(all, 9) + ' × ' + Numbers.si(seconds, 3, 's'), width - RIGHT, (lane + 0.5) * row);
  }

  axis(context, right, first, last, x) {
    const {data, row} = this;
    const floor = row * data.lanes.length;
    context.strokeStyle = data.theme.grid;
    context.lineWidth = 1;
    context.fillStyle = data.theme.muted;
    context.textAlign = 'center';
    context.textBaseline = 'top';
    context.beginPath();
    const steps = last - first > 3 ? [1] : [1, 2, 5];
    for (let power = Math.floor(first); power <= last; power++) {
      for (const step of steps) {
        const at = x(power + Math.log10(step));
        if (at >= LEFT && at <= right) {
          context.moveTo(at, 0);
          context.lineTo(at, floor);
          context.fillText(Numbers.si(step * 10 ** power, 3, 's'), at, floor + 5);
        }
      }
    }
    context.stroke();
  }
}
