'use strict';
// A heat map of lanes over time; times without samples show the hatched background.
/** The maximum number of rows that are tall enough for their names. */
const NAMED_ROWS = 16;

class HeatMap {
  constructor(data) {
    this.data = data;
    this.row = data.lanes.length <= NAMED_ROWS ? 18 : Math.max(2, Math.floor(420 / data.lanes.length));
    this.height = this.row * data.lanes.length;
    this.colours = data.viridis.map(c => [1, 3, 5].map(i => parseInt(c.slice(i, i + 2), 16)));
    this.title = '';
    this.image = Dom.make('canvas');
  }

  name(view) {
    return this.data.metrics[view.metric].name + ', ' + this.data.laneWord + ' × time';
  }

  /** Returns the top of the colour scale as text. */
  top(view) {
    const {kind, unit} = this.data.metrics[view.metric];
    return Numbers.of(kind, this.data.heatTop(view.metric)) + (unit ? ' ' + unit : '');
  }

  paint(context, view, width) {
    const {data, row, height} = this;
    const level = data.level(view, width - LEFT - RIGHT);
    this.colour(view, level);
    const from = Place.x(view, level.left(level.first), width);
    const to = Place.x(view, level.left(level.last + 1), width);
    Place.clipped(context, width, 0, height);
    this.hatch(context, width, height);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.image, from, 0, to - from, height);
    for (const run of view.phase >= 0 && data.phaseRows.length === 1 ? data.phaseRuns(0, view, width) : []) {
      if (run.code - 1 !== view.phase) {
        context.globalAlpha = 0.78;
        context.fillStyle = data.theme.ground;
        context.fillRect(run.from, 0, run.to - run.from, height);
      }
    }
    context.restore();
    const stride = Math.ceil(13 / row);
    data.lanes.forEach((lane, i) => {
      if (i % stride === 0 || i === view.lane) {
        Place.rowName(context, lane.name, Math.max(7, Math.min(height - 7, (i + 0.5) * row)), i === view.lane ? data.theme.picked : data.theme.muted);
      }
    });
    if (view.lane >= 0) {
      context.strokeStyle = data.theme.picked;
      context.lineWidth = 2;
      context.strokeRect(LEFT, view.lane * row + 1, width - LEFT - RIGHT, Math.max(1, row - 2));
    }
  }

  /** Draws one pixel per lane and bin, to be scaled. */
  colour(view, level) {
    const {data, colours} = this;
    const lanes = data.levels[view.metric].at(level.k);
    const scale = 255 / data.heatTop(view.metric);
    const columns = level.last - level.first + 1;
    const image = new ImageData(columns, lanes.length);
    lanes.forEach((lane, i) => {
      const alpha = data.lanes[i].caveat ? 110 : 255;
      for (let b = level.first, at = 4 * i * columns; b <= level.last; b++, at += 4) {
        const value = lane.mean[b];
        if (value === value) {
          const [red, green, blue] = colours[Math.max(0, Math.min(255, Math.round(value * scale)))];
          image.data[at] = red;
          image.data[at + 1] = green;
          image.data[at + 2] = blue;
          image.data[at + 3] = alpha;
        }
      }
    });
    this.image.width = columns;
    this.image.height = lanes.length;
    this.image.getContext('2d').putImageData(image, 0, 0);
  }

  hatch(context, width, height) {
    context.strokeStyle = this.data.theme.missing;
    context.lineWidth = 1;
    context.beginPath();
    for (let x = LEFT - height; x < width; x += 6) {
      context.moveTo(x, height);
      context.lineTo(x + height, 0);
    }
    context.stroke();
  }

  laneAt(y) {
    return Math.max(0, Math.min(this.data.lanes.length - 1, Math.floor(y / this.row)));
  }
}
