'use strict';
// What has a row a lane: the strip of phases and the heat map.
/** Up to so many rows are tall enough for their names. */
const NAMED_ROWS = 16;

/** Which phase ran when: a row for all, or one a lane. */
class PhaseStrip {
  constructor(canvas, data) {
    Object.assign(this, {canvas, data});
    this.row = data.phaseRows.length === 1 ? 22 : data.phaseRows.length <= NAMED_ROWS ? 15 : Math.max(2, Math.floor(320 / data.phaseRows.length));
  }

  show(view) {
    const {data, row} = this;
    const {context, width} = sizedContext(this.canvas, row * data.phaseRows.length);
    this.width = width;
    context.textBaseline = 'middle';
    data.phaseRows.forEach((codes, i) => {
      for (const run of phaseRuns(data, i, view, width)) {
        const other = view.phase >= 0 && run.code - 1 !== view.phase;
        context.globalAlpha = other ? 0.22 : 1;
        context.fillStyle = run.code ? data.phases.colours[run.code - 1] : data.theme.noPhase;
        context.fillRect(run.from, i * row, run.to - run.from, row - (row > 4 ? 1 : 0));
        if (run.code && row >= 12 && run.to - run.from >= data.theme.labelledInterval) {
          context.fillStyle = data.theme.text;
          context.textAlign = 'center';
          context.fillText(data.phases.ids[run.code - 1], (run.from + run.to) / 2, (i + 0.5) * row, run.to - run.from - 4);
        }
      }
      context.globalAlpha = 1;
      if (row >= 12) {
        context.fillStyle = data.theme.muted;
        context.textAlign = 'right';
        context.fillText(data.phases.perLane ? data.lanes[i].name : 'phases', LEFT - 6, (i + 0.5) * row, LEFT - 8);
      }
    });
  }

  rowAt(y) {
    return Math.max(0, Math.min(this.data.phaseRows.length - 1, Math.floor(y / this.row)));
  }
}

/** Lane by time, colour by value; a time without samples shows the hatched ground. */
class HeatMap {
  constructor(canvas, scale, legend, data) {
    Object.assign(this, {canvas, legend, data});
    scale.style.background = 'linear-gradient(to right, ' + data.theme.viridis.filter((_, i) => i % 15 === 0).join() + ')';
    this.row = data.lanes.length <= NAMED_ROWS ? 18 : Math.max(2, Math.floor(420 / data.lanes.length));
    this.colours = data.theme.viridis.map(c => [1, 3, 5].map(i => parseInt(c.slice(i, i + 2), 16)));
  }

  show(view) {
    const {data, row} = this;
    const n = data.lanes.length;
    const {context, width} = sizedContext(this.canvas, row * n);
    const level = data.level(view, width - LEFT - RIGHT);
    const lanes = data.levels[view.metric].at(level.k);
    const top = data.heatTop(view.metric);
    const columns = level.last - level.first + 1;
    const image = new ImageData(columns, n);
    lanes.forEach((lane, i) => {
      for (let b = level.first; b <= level.last; b++) {
        if (lane.mean[b] === lane.mean[b]) {
          const colour = this.colours[Math.max(0, Math.min(255, Math.round(lane.mean[b] / top * 255)))];
          image.data.set(colour, 4 * (i * columns + b - level.first));
          image.data[4 * (i * columns + b - level.first) + 3] = data.lanes[i].caveat ? 110 : 255;
        }
      }
    });
    const small = document.createElement('canvas');
    small.width = columns;
    small.height = n;
    small.getContext('2d').putImageData(image, 0, 0);
    const from = Place.x(view, level.left(level.first), width);
    const to = Place.x(view, level.left(level.last + 1), width);
    context.save();
    context.beginPath();
    context.rect(LEFT, 0, width - LEFT - RIGHT, row * n);
    context.clip();
    this.hatch(context, width, row * n);
    context.imageSmoothingEnabled = false;
    context.drawImage(small, from, 0, to - from, row * n);
    for (const run of view.phase >= 0 && data.phaseRows.length === 1 ? phaseRuns(data, 0, view, width) : []) {
      if (run.code - 1 !== view.phase) {
        context.globalAlpha = 0.78;
        context.fillStyle = data.theme.ground;
        context.fillRect(run.from, 0, run.to - run.from, row * n);
      }
    }
    context.restore();
    this.labels(context, view, width);
    const info = data.metrics[view.metric];
    this.legend.textContent = ' to ' + Numbers.of(info.kind, top) + (info.unit ? ' ' + info.unit : '') + ', hatched: no samples';
  }

  hatch(context, width, height) {
    context.strokeStyle = this.data.theme.missing;
    context.beginPath();
    for (let x = LEFT - height; x < width; x += 6) {
      context.moveTo(x, height);
      context.lineTo(x + height, 0);
    }
    context.stroke();
  }

  labels(context, view, width) {
    const {data, row} = this;
    context.textBaseline = 'middle';
    context.textAlign = 'right';
    const stride = Math.ceil(13 / row);
    data.lanes.forEach((lane, i) => {
      if (i % stride === 0 || i === view.lane) {
        context.fillStyle = i === view.lane ? data.theme.picked : data.theme.muted;
        context.fillText(lane.name, LEFT - 6, Math.max(7, Math.min(row * data.lanes.length - 7, (i + 0.5) * row)), LEFT - 8);
      }
    });
    if (view.lane >= 0) {
      context.strokeStyle = data.theme.picked;
      context.lineWidth = 2;
      context.strokeRect(LEFT, view.lane * row + 1, width - LEFT - RIGHT, Math.max(1, row - 2));
    }
  }

  laneAt(y) {
    return Math.max(0, Math.min(this.data.lanes.length - 1, Math.floor(y / this.row)));
  }
}
