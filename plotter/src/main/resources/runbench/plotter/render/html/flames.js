'use strict';
// The flame graph: callers above, called functions below, widths in shares of the samples.
class FlameGraph {
  static #ROW = 18;
  /** Narrower functions are not drawn. */
  static #MIN_WIDTH = 0.5;

  /**
   * @param box element of the page that receives the graph
   * @param model {label, frames, callerOf, frameOf}, of two programs also {a, b, different, nameA, nameB}
   * @param theme returns the colours of the reader's colour scheme
   * @param colours colours of the libraries
   */
  constructor(box, model, theme, colours) {
    Object.assign(this, {box, model, theme, colours, zoomed: -1, hovered: -1, found: null, rects: [], row: FlameGraph.#ROW, width: 0});
    const {callerOf, frames, frameOf} = model;
    this.children = callerOf.map(() => []);
    this.roots = [];
    callerOf.forEach((caller, node) => (caller < 0 ? this.roots : this.children[caller]).push(node));
    const byName = (m, n) => frames[frameOf[m]][0] < frames[frameOf[n]][0] ? -1 : 1;
    [this.roots, ...this.children].forEach(list => list.sort(byName));
    this.libraries = [...new Set(frames.filter(([, , kernel]) => !kernel).map(([, library]) => library))];
    this.label = Dom.make('p', {class: 'note'});
    this.search = Dom.make('input', {type: 'search', placeholder: 'Search a function', 'aria-label': 'Search a function in the call stacks'});
    this.matched = Dom.make('span', {class: 'note', 'aria-live': 'polite'});
    this.words = Dom.make('p', {class: 'flame-words', 'aria-live': 'polite'});
    this.canvas = Dom.make('canvas', {tabIndex: 0, role: 'application', 'aria-label': 'Flame graph. Arrow keys move between functions, Enter zooms, Escape shows all.'});
    this.frame = Dom.make('div', {class: 'flames'}, this.canvas);
    box.append(this.label, Dom.make('div', {class: 'tools'}, Dom.button('All functions', 'Show all functions (Esc)', () => this.zoom(-1)), this.search, this.matched),
      this.words, this.frame);
    this.search.addEventListener('input', () => this.draw());
    this.canvas.addEventListener('pointermove', event => this.hover(this.nodeAt(event)));
    this.canvas.addEventListener('pointerleave', () => this.hover(-1));
    this.canvas.addEventListener('click', event => {
      const node = this.nodeAt(event);
      this.zoom(node === this.zoomed ? -1 : node);
      this.hover(node);
    });
    this.canvas.addEventListener('keydown', event => this.key(event));
    box.hidden = false;
  }

  /** Shows weights of the nodes themselves. @param words what the weights are of */
  show(self, words) {
    const {callerOf} = this.model;
    this.self = self;
    this.total = Float64Array.from(self);
    for (let n = self.length - 1; n >= 0; n--) {
      if (callerOf[n] >= 0) {
        this.total[callerOf[n]] += this.total[n];
      }
    }
    this.all = this.roots.reduce((sum, n) => sum + this.total[n], 0);
    this.label.textContent = words + ' ' + this.model.label;
    this.draw();
    this.hover(this.hovered);
  }

  zoom(node) {
    this.zoomed = node;
    this.draw();
  }

  name(node) {
    return this.model.frames[this.model.frameOf[node]][0];
  }

  library(node) {
    return this.model.frames[this.model.frameOf[node]][1];
  }

  /** Places the visible functions: the callers of the zoomed one above it, as wide as it. */
  place() {
    const {total, zoomed, width, model: {callerOf}} = this;
    this.rects = [{node: -1, x: 0, w: width, depth: 0}];
    const above = [];
    for (let at = zoomed; at >= 0; at = callerOf[at]) {
      above.unshift(at);
    }
    above.forEach((node, i) => this.rects.push({node, x: 0, w: width, depth: i + 1}));
    const whole = zoomed < 0 ? this.all : total[zoomed];
    const add = (nodes, x, depth) => {
      for (const node of nodes) {
        const w = whole ? total[node] / whole * width : 0;
        if (w >= FlameGraph.#MIN_WIDTH) {
          this.rects.push({node, x, w, depth});
          add(this.children[node], x, depth + 1);
        }
        x += w;
      }
    };
    add(zoomed < 0 ? this.roots : this.children[zoomed], 0, above.length + 1);
    this.rows = Math.max(...this.rects.map(({depth}) => depth)) + 1;
    this.row = this.rows > 60 ? 13 : FlameGraph.#ROW;
  }

  draw() {
    this.width = this.frame.clientWidth;
    if (!this.width || !this.total) {
      return;
    }
    this.place();
    this.match();
    const scale = window.devicePixelRatio || 1;
    const height = this.rows * this.row;
    this.canvas.style.height = height + 'px';
    this.canvas.width = Math.round(this.width * scale);
    this.canvas.height = Math.round(height * scale);
    const context = this.canvas.getContext('2d');
    context.scale(scale, scale);
    context.font = (this.row - 7) + 'px ' + getComputedStyle(document.body).fontFamily;
    context.textBaseline = 'middle';
    this.rects.forEach(rect => this.paint(context, rect));
  }

  paint(context, {node, x, w, depth}) {
    const theme = this.theme();
    const y = depth * this.row;
    const [left, wide] = [x, Math.max(0.5, w - (w > 3 ? 1 : 0))];
    const picked = node >= 0 && this.found?.has(this.model.frameOf[node]);
    const [colour, alpha] = this.colour(node, theme);
    context.globalAlpha = picked ? 0.9 : alpha;
    context.fillStyle = picked ? theme.picked : colour;
    context.fillRect(left, y, wide, this.row - 1);
    context.globalAlpha = 1;
    if (node === this.hovered && node >= 0) {
      context.strokeStyle = theme.text;
      context.strokeRect(left + 0.5, y + 0.5, Math.max(0, wide - 1), this.row - 2);
    }
    const room = Math.floor((w - 8) / (this.row * 0.33));
    if (room < 3) {
      return;
    }
    const words = node < 0 ? this.zoomed < 0 ? 'all' : 'all (zoomed: click for all)' : this.name(node);
    context.save();
    context.beginPath();
    context.rect(left, y, wide, this.row);
    context.clip();
    context.fillStyle = theme.text;
    context.fillText(words.length > room ? words.slice(0, room - 1) + '…' : words, left + 4, y + this.row / 2, Math.max(wide - 6, 1));
    context.restore();
  }

  /** Returns colour and opacity: libraries differ in colour; two programs in the direction of a significant change. */
  colour(node, theme) {
    const {frames, frameOf, different} = this.model;
    if (node < 0) {
      return [theme.grid, 1];
    }
    if (different) {
      const change = this.changeOf(node);
      return different[node] ? [change > 0 ? theme.picked : theme.middle, Math.min(0.9, 0.35 + 3 * Math.abs(change))] : [theme.grid, 0.8];
    }
    const [, library, kernel] = frames[frameOf[node]];
    const outer = this.zoomed >= 0 && this.isAbove(node) ? 0.2 : 0.42;
    return kernel ? [theme.others, outer] : [this.colours[this.libraries.indexOf(library) % this.colours.length], outer];
  }

  isAbove(node) {
    for (let at = this.model.callerOf[this.zoomed]; at >= 0; at = this.model.callerOf[at]) {
      if (at === node) {
        return true;
      }
    }
    return false;
  }

  /** Returns the change of a node's share from the first program to the second. */
  changeOf(node) {
    const {totalA, totalB} = this.model;
    return totalB[node] - totalA[node];
  }

  /** Finds the searched functions, and their share of the samples: nested ones count once. */
  match() {
    const asked = this.search.value.trim().toLowerCase();
    const {frames, frameOf, callerOf} = this.model;
    this.found = asked ? new Set(frames.flatMap(([name], i) => name.toLowerCase().includes(asked) ? [i] : [])) : null;
    if (!asked) {
      this.matched.textContent = '';
      return;
    }
    let sum = 0;
    const below = new Uint8Array(callerOf.length);
    callerOf.forEach((caller, node) => {
      const inside = caller >= 0 && below[caller];
      const hit = this.found.has(frameOf[node]);
      below[node] = inside || hit ? 1 : 0;
      sum += hit && !inside ? this.total[node] : 0;
    });
    this.matched.textContent = this.found.size + (this.found.size === 1 ? ' function' : ' functions') + ', in ' + Numbers.percent(this.all ? sum / this.all : 0) + ' of the samples';
  }

  nodeAt({offsetX, offsetY}) {
    const depth = Math.floor(offsetY / this.row);
    return this.rects.find(r => r.depth === depth && offsetX >= r.x && offsetX < r.x + r.w)?.node ?? -1;
  }

  hover(node) {
    const changed = node !== this.hovered;
    this.hovered = node;
    this.words.textContent = node < 0 ? this.hint() : this.describe(node);
    if (changed) {
      this.draw();
    }
  }

  hint() {
    return this.all ? 'Click a function to zoom, again to show all.' : 'No samples in this part.';
  }

  describe(node) {
    const {different, totalA, totalB, nameA, nameB, a, b} = this.model;
    const where = this.name(node) + (this.library(node) ? ' (' + this.library(node) + ')' : '');
    if (different) {
      const points = 100 * this.changeOf(node);
      return where + ': ' + nameA + ' ' + Numbers.percent(totalA[node]) + ', ' + nameB + ' ' + Numbers.percent(totalB[node]) + ' of the samples ('
        + (points < 0 ? '−' : '+') + Numbers.digits(Math.abs(points), 3) + ' points' + (different[node] ? '' : ', not significant') + '); itself '
        + Numbers.percent(a[node]) + ', ' + Numbers.percent(b[node]);
    }
    const share = count => Numbers.percent(count / this.all) + ' (' + Numbers.digits(count, 9) + (count === 1 ? ' sample)' : ' samples)');
    return where + ': ' + share(this.total[node]) + ', itself ' + share(this.self[node]);
  }

  /** Moves between functions: to the caller, to the largest called function, to the neighbours. */
  key(event) {
    const {hovered, model: {callerOf}} = this;
    const largest = nodes => nodes.reduce((most, n) => this.total[n] > (most < 0 ? 0 : this.total[most]) ? n : most, -1);
    const beside = by => {
      const shown = (hovered < 0 ? [] : callerOf[hovered] < 0 ? this.roots : this.children[callerOf[hovered]]).filter(n => this.rects.some(r => r.node === n));
      return shown[shown.indexOf(hovered) + by] ?? hovered;
    };
    const keys = {
      ArrowDown: () => { const to = largest(hovered < 0 ? this.roots : this.children[hovered]); this.hover(to < 0 ? hovered : to); },
      ArrowUp: () => this.hover(hovered < 0 ? -1 : callerOf[hovered]), ArrowLeft: () => this.hover(beside(-1)), ArrowRight: () => this.hover(beside(1)),
      Enter: () => this.zoom(hovered), Escape: () => this.zoom(-1),
    };
    if (keys[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      keys[event.key]();
    }
  }
}

/** The call stacks of a page. */
const Stacks = {
  /** Decodes the model's tree with the samples or shares. */
  async load(model) {
    const next = Planes.integers(await Planes.inflated('call-stacks'));
    const {nodes, entries, axes, units} = model;
    const callerOf = Array.from({length: nodes}, (_, n) => n - next());
    const frameOf = Array.from({length: nodes}, next);
    if (entries === undefined) {
      const [a, b, different] = [new Float64Array(nodes), new Float64Array(nodes), new Uint8Array(nodes)];
      for (let n = 0; n < nodes; n++) {
        [a[n], b[n], different[n]] = [next() / units, next() / units, next()];
      }
      const [totalA, totalB] = [a, b].map(self => {
        const total = Float64Array.from(self);
        for (let n = nodes - 1; n >= 0; n--) {
          total[callerOf[n]] += callerOf[n] >= 0 ? total[n] : 0;
        }
        return total;
      });
      return {...model, callerOf, frameOf, a, b, different, totalA, totalB};
    }
    const nodeOf = Int32Array.from({length: entries}, next);
    const countOf = Int32Array.from({length: entries}, next);
    const positions = Array.from({length: axes}, () => {
      let sum = 0;
      return Float64Array.from({length: entries}, () => (sum += next()) / units);
    });
    return {...model, callerOf, frameOf, nodeOf, countOf, positions};
  },

  /** Returns the number of samples of a view in each node itself, and their sum. */
  counts({nodeOf, countOf, positions, callerOf}, view) {
    const {data, from, to, phase} = view;
    const at = positions[data.selected] ?? positions[0];
    const whole = from <= data.start && to >= data.end;
    const self = new Int32Array(callerOf.length);
    let sum = 0;
    for (let i = 0; i < nodeOf.length; i++) {
      if ((whole || (at[i] >= from && at[i] <= to)) && (phase < 0 || data.phaseAt(data.rowOf(-1), at[i]) === phase)) {
        self[nodeOf[i]] += countOf[i];
        sum += countOf[i];
      }
    }
    return {self, sum, whole};
  },

  /** Returns the part of the run in a view as words. */
  words(view, sum, whole) {
    const {data, from, to, phase} = view;
    const range = (to - from) / 10;
    return Numbers.digits(sum, 9) + (sum === 1 ? ' sample' : ' samples') + (phase < 0 ? '' : ' of phase ' + data.phases.ids[phase])
      + (whole ? phase < 0 ? ' of the whole run.' : '.' : ' from ' + Numbers.seconds(from, range) + ' to ' + data.position(to, range) + '.');
  },
};
