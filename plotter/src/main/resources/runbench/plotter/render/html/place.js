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
};

/** A canvas as wide as its parent, drawn in CSS pixels. */
function sizedContext(canvas, height) {
  const width = canvas.parentElement.clientWidth;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.height = height + 'px';
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = '11px ' + getComputedStyle(document.body).fontFamily;
  return {context, width};
}

/** Runs of one phase in a row, as {code, from, to} in pixels, of which at least a part is in view. */
function phaseRuns(data, row, view, width) {
  const runs = [];
  const codes = data.phaseRows[row];
  const first = Math.max(0, Math.floor((view.from - data.start) / data.binWidth));
  const last = Math.min(codes.length - 1, Math.ceil((view.to - data.start) / data.binWidth));
  for (let b = first; b <= last; ) {
    let end = b;
    while (end <= last && codes[end] === codes[b]) {
      end++;
    }
    const from = Math.max(LEFT, Place.x(view, data.start + b * data.binWidth, width));
    const to = Math.min(width - RIGHT, Place.x(view, Math.min(data.end, data.start + end * data.binWidth), width));
    if (to > from) {
      runs.push({code: codes[b], from, to});
    }
    b = end;
  }
  return runs;
}
