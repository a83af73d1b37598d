'use strict';
// Where a time lies: the same in every drawing of the page.
const LEFT = 64;
const RIGHT = 16;

const Place = {
  x(view, seconds, width) {
    return LEFT + (seconds - view.from) / (view.to - view.from) * (width - LEFT - RIGHT);
  },

  seconds(view, x, width) {
    const share = Math.max(0, Math.min(1, (x - LEFT) / (width - LEFT - RIGHT)));
    return view.from + share * (view.to - view.from);
  },

  /** Round values between two ends, one, two or five times a power of ten apart. */
  ticks(from, to, most) {
    const rough = (to - from) / Math.max(1, most);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find(n => n * power >= rough * 0.999);
    const values = [];
    for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++) {
      values.push(i * step);
    }
    return {step, values};
  },

  /** Words at the left of a row. */
  rowName(context, words, y, colour) {
    context.textBaseline = 'middle';
    context.textAlign = 'right';
    context.fillStyle = colour;
    context.fillText(words, LEFT - 6, y, LEFT - 8);
  },

  /** Everything between the margins; the caller restores. */
  clipped(context, width, top, height) {
    context.save();
    context.beginPath();
    context.rect(LEFT, top, width - LEFT - RIGHT, height);
    context.clip();
  },
};
