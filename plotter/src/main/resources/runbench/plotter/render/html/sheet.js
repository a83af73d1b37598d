'use strict';
// A chart with its caption; it is redrawn only while it is visible.
class Sheet {
  /** The distance outside the window within which charts are drawn in advance, pixels. */
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

  /** Measures the position now; the observer reports it one frame later. */
  locate() {
    const {top, bottom} = this.figure.getBoundingClientRect();
    this.near = top < window.innerHeight + Sheet.#NEAR && bottom > -Sheet.#NEAR;
  }

  /** @param width width in CSS pixels, measured once for all charts because each measurement may cause a layout */
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

  /** @param ratio canvas pixels per CSS pixel */
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

/** A sheet with a Chart.js chart: its drawing has config(view) and update(chart, view, width), with the chart or its config. */
class ChartSheet extends Sheet {
  /** The common options of all charts of the page. */
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
      // Created with size and data; otherwise Chart.js would lay it out twice.
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

  /** Discards the chart because the colours changed; the next display creates it again. */
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
