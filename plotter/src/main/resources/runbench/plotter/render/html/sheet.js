'use strict';
// A drawing with its caption on the page; drawn again only while it is on the screen.
class Sheet {
  /** So far beyond the window drawings are made ahead, pixels. */
  static #NEAR = 200;
  static font = '';

  /** @param drawing has title, detail, height and paint(context, view, width) */
  constructor(parent, drawing, name) {
    Object.assign(this, {drawing, near: false, dirty: false, drawn: 0, width: 0});
    this.canvas = Dom.make('canvas', {'aria-hidden': 'true'});
    this.box = Dom.make('div', {class: name}, this.canvas);
    this.box.style.height = drawing.height + 'px';
    this.title = Dom.make('b', {}, drawing.title);
    this.detail = Dom.make('span', {}, drawing.detail ?? '');
    this.caption = Dom.make('figcaption', {hidden: !drawing.title && !drawing.detail}, this.title, ' ', this.detail);
    this.figure = Dom.make('figure', {class: drawing.faint ? 'caveat' : ''}, this.caption, this.box);
    parent.append(this.figure);
    this.watch = new IntersectionObserver(entries => {
      this.near = entries[entries.length - 1].isIntersecting;
      this.drawIfSeen();
    }, {rootMargin: Sheet.#NEAR + 'px'});
    this.watch.observe(this.figure);
  }

  /** Asks where it stands, which otherwise the page tells a frame later. */
  locate() {
    const {top, bottom} = this.figure.getBoundingClientRect();
    this.near = top < window.innerHeight + Sheet.#NEAR && bottom > -Sheet.#NEAR;
  }

  /** @param width CSS pixels: asked of the page once for all drawings, as each asking may lay it out anew */
  show(view, width) {
    Object.assign(this, {view, width, dirty: true});
    this.drawIfSeen();
  }

  drawIfSeen() {
    if (this.near && this.dirty && this.width > 0) {
      this.dirty = false;
      this.draw(window.devicePixelRatio || 1);
      this.drawn++;
    }
  }

  /** @param ratio the canvas' pixels a CSS pixel */
  draw(ratio) {
    const {canvas, drawing, width} = this;
    const size = [Math.round(width * ratio), Math.round(drawing.height * ratio)];
    const context = canvas.getContext('2d');
    if (canvas.width !== size[0] || canvas.height !== size[1]) {
      [canvas.width, canvas.height] = size;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, drawing.height);
    context.font = Sheet.font;
    drawing.paint(context, this.view, width);
  }

  remove() {
    this.watch.disconnect();
    this.figure.remove();
  }
}

/** One whose drawing is a chart of Chart.js: it has config(view) and update(chart, view, width), the chart or its config. */
class ChartSheet extends Sheet {
  /** What all charts of the page have in common. */
  static style(theme, family) {
    const {defaults} = Chart;
    Object.assign(defaults, {animation: false, responsive: false, maintainAspectRatio: false, color: theme.muted, borderColor: theme.grid});
    Object.assign(defaults.font, {family, size: 11});
    Object.assign(defaults.elements.point, {radius: 0, hitRadius: 0});
    defaults.plugins.legend.display = false;
    Object.assign(defaults.plugins.tooltip, {animation: false, displayColors: false});
  }

  draw(ratio) {
    const {canvas, drawing, view, width} = this;
    if (!this.chart) {
      // With its size and data from the start: else it would be laid out twice.
      const config = drawing.config(view);
      config.options.devicePixelRatio = ratio;
      drawing.update(config, view, width);
      [canvas.width, canvas.height] = [width, drawing.height];
      this.chart = new Chart(canvas, config);
      return;
    }
    const {chart} = this;
    drawing.update(chart, view, width);
    if (chart.width !== width || chart.height !== drawing.height || chart.currentDevicePixelRatio !== ratio) {
      chart.options.devicePixelRatio = ratio;
      chart.resize(width, drawing.height);
    } else {
      chart.update('none');
    }
  }

  /** Makes it anew when it is next shown: its colours are others. */
  again() {
    this.chart?.destroy();
    this.chart = null;
    this.drawing.shown = '';
  }

  remove() {
    this.again();
    super.remove();
  }
}
