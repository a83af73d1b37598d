'use strict';
// Saves the view as a file: its numbers or its charts.
class Downloads {
  static #CAPTION = 20;

  /** @param sheets returns the visible sheets, in order */
  constructor(data, view, width, sheets) {
    Object.assign(this, {data, view, width, sheets});
    this.buttons = ['csv', 'png'].map(kind => Dom.button(kind.toUpperCase(),
      'Save ' + (kind === 'csv' ? 'the numbers' : 'the charts') + ' of this view as ' + kind.toUpperCase(), () => this.save(kind)));
  }

  async save(kind) {
    this.file(kind === 'png' ? await this.png() : new Blob([this.csv()], {type: 'text/csv'}), kind);
  }

  file(blob, kind) {
    const link = Dom.make('a', {href: URL.createObjectURL(blob), download: this.name() + '.' + kind});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  name() {
    const {data, view} = this;
    const range = (view.to - view.from) / 10;
    return (document.title + ' ' + Numbers.seconds(view.from, range) + '-' + Numbers.seconds(view.to, range) + data.unit + (data.axes.length > 1 ? ' of ' + data.axis : '')).replace(/[^\p{L}\p{N}.-]+/gu, '_');
  }

  /** Returns one line per bin and lane of the view; only the selected lane if there is one. */
  csv() {
    const {data, view} = this;
    const level = data.level(view, this.width() - LEFT - RIGHT);
    const quoted = text => /[",\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
    const lanes = data.lanes.map((_, i) => i).filter(i => view.lane < 0 || i === view.lane);
    const heads = data.metrics.flatMap(({name, unit}) => ['mean', 'lowest', 'highest'].map(part => name + (unit ? ' ' + unit : '') + ' ' + part));
    const several = data.lanes.length > 1;
    const edges = data.unit === 's' ? ['from_s', 'to_s'] : ['from', 'to'];
    const lines = [[...edges, ...(several ? [data.laneWord] : []), 'phase', ...heads].map(quoted).join()];
    for (let b = level.first; b <= level.last; b++) {
      const [from, to] = [level.left(b), Math.min(data.end, level.left(b + 1))];
      for (const lane of to > view.from && from < view.to ? lanes : []) {
        const phase = data.phaseAt(data.rowOf(lane), level.centre(b));
        const values = data.levels.flatMap(levels => {
          const {mean, low, high} = levels.at(level.k)[lane];
          return [mean, low, high].map(part => Number.isFinite(part[b]) ? String(Number(part[b].toPrecision(5))) : '');
        });
        lines.push([String(Number(from.toFixed(9))), String(Number(to.toFixed(9))), ...(several ? [quoted(data.lanes[lane].name)] : []), quoted(phase < 0 ? '' : data.phases.ids[phase]), ...values].join());
      }
    }
    return lines.join('\n') + '\n';
  }

  /** Draws all sheets with two pixels per CSS pixel, including those outside the window. */
  png() {
    const [width, height] = [this.width(), this.height()];
    const canvas = Dom.make('canvas', {width: 2 * width, height: 2 * height});
    const context = canvas.getContext('2d');
    context.scale(2, 2);
    context.font = Sheet.font;
    this.paint(context);
    return new Promise(done => canvas.toBlob(done));
  }

  height() {
    return this.sheets().reduce((sum, {drawing}) => sum + drawing.height + Downloads.#CAPTION, Downloads.#CAPTION + 8);
  }

  paint(context) {
    const {data, view} = this;
    const width = this.width();
    const words = (text, colour, y) => {
      context.fillStyle = colour;
      context.textAlign = 'left';
      context.textBaseline = 'alphabetic';
      context.fillText(text, 4, y);
    };
    context.fillStyle = data.theme.ground;
    context.fillRect(0, 0, width, this.height());
    words(document.title + ' · across: ' + data.axis + (data.unit ? ' (' + data.unit + ')' : '') + (view.lane < 0 || data.lanes.length === 1 ? '' : ' · dashed: ' + data.lanes[view.lane].name)
      + (view.phase < 0 ? '' : ' · phase ' + data.phases.ids[view.phase]), data.theme.text, 16);
    let top = Downloads.#CAPTION + 8;
    for (const sheet of this.sheets()) {
      const {drawing} = sheet;
      const title = drawing.name?.(view) ?? drawing.title;
      words(title + (drawing.detail ? ' · ' + drawing.detail : '') + (drawing.top ? ' · 0 to ' + drawing.top(view) : ''), data.theme.muted, top + 14);
      top += Downloads.#CAPTION;
      sheet.draw(2);
      context.globalAlpha = drawing.faint ? 0.45 : 1;
      context.drawImage(sheet.canvas, 0, top, width, drawing.height);
      context.globalAlpha = 1;
      sheet.draw(window.devicePixelRatio || 1);
      top += drawing.height;
    }
  }
}
