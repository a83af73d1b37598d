'use strict';
// Pointer and keyboard input on the charts.
class Input {
  /** A shorter movement is a click. */
  static #DRAG = 4;

  /** @param hits [canvas, (view, x, y) => action of a click there] */
  constructor(stage, view, point, hits) {
    Object.assign(this, {stage, view, point, hits, from: null});
    this.mark = Dom.make('div', {id: 'selection', hidden: true});
    stage.append(this.mark);
    stage.addEventListener('pointerdown', event => {
      this.from = event.button === 0 && this.x(event) >= LEFT ? this.x(event) : null;
    });
    stage.addEventListener('pointermove', event => this.moved(event));
    stage.addEventListener('pointerup', event => this.released(event));
    stage.addEventListener('pointercancel', () => this.done());
    stage.addEventListener('pointerleave', () => {
      if (this.from === null) {
        point(null);
      }
    });
    stage.addEventListener('dblclick', () => view.whole());
    stage.addEventListener('wheel', event => {
      if (event.ctrlKey) {
        event.preventDefault();
        view.zoomBy(event.deltaY < 0 ? 0.7 : 1 / 0.7);
      }
    }, {passive: false});
    stage.addEventListener('keydown', event => this.key(event));
  }

  x(event) {
    return event.clientX - this.stage.getBoundingClientRect().left;
  }

  dragged(x) {
    return this.from !== null && Math.abs(x - this.from) > Input.#DRAG;
  }

  moved(event) {
    const {stage, mark} = this;
    const x = this.x(event);
    const right = stage.clientWidth - RIGHT;
    if (this.dragged(x)) {
      stage.setPointerCapture(event.pointerId);
      const [a, b] = [Math.max(LEFT, Math.min(x, this.from)), Math.min(right, Math.max(x, this.from))];
      mark.hidden = false;
      mark.style.left = a + 'px';
      mark.style.width = Math.max(0, b - a) + 'px';
    }
    this.point(x >= LEFT && x <= right ? Place.seconds(this.view, x, stage.clientWidth) : null);
  }

  released(event) {
    const x = this.x(event);
    const seconds = at => Place.seconds(this.view, at, this.stage.clientWidth);
    if (this.dragged(x)) {
      this.view.zoom(Math.min(seconds(this.from), seconds(x)), Math.max(seconds(this.from), seconds(x)));
    } else if (x >= LEFT) {
      this.hits.find(([canvas]) => canvas === event.target)?.[1](seconds(x), event.offsetY);
    }
    this.done();
  }

  done() {
    this.from = null;
    this.mark.hidden = true;
  }

  step(by) {
    const {view} = this;
    this.point(Math.max(view.from, Math.min(view.to, (view.cursor ?? (view.from + view.to) / 2) + by * (view.to - view.from) / 100)));
  }

  key(event) {
    const {view} = this;
    const {lanes, phases} = view.data;
    const keys = {
      ArrowLeft: () => event.shiftKey ? view.pan(-0.25) : this.step(-1), ArrowRight: () => event.shiftKey ? view.pan(0.25) : this.step(1),
      '+': () => view.zoomBy(0.5), '=': () => view.zoomBy(0.5), '-': () => view.zoomBy(2), 0: () => view.whole(),
      Home: () => this.point(view.from), End: () => this.point(view.to),
      r: () => view.next('lane', lanes.length), p: () => view.next('phase', phases.ids.length), n: () => view.nextRun(),
      Escape: () => view.pick({lane: -1, phase: -1}),
    };
    const act = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      act();
    }
  }
}
