'use strict';
// The mapping of times to pixels, shared by all charts of the page.
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

  /** Draws the name at the left of a row. */
  rowName(context, words, y, colour) {
    context.textBaseline = 'middle';
    context.textAlign = 'right';
    context.fillStyle = colour;
    context.fillText(words, LEFT - 6, y, LEFT - 8);
  },

  /** Clips to the area between the margins; the caller restores the context. */
  clipped(context, width, top, height) {
    context.save();
    context.beginPath();
    context.rect(LEFT, top, width - LEFT - RIGHT, height);
    context.clip();
  },
};
