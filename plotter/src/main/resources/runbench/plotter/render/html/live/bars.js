'use strict';
// Regions, states and spans as bars: nested in the rows of their thread, or, if they overlap, in rows of their own.
class Bars {
  static #DEPTH = 4;
  static #ROWS = 24;

  /** @param events in the order of the log @param mode the time that decides which bars overlap */
  constructor(events, mode) {
    Object.assign(this, {all: [], byNode: new Map(), counters: new Map()});
    this.#separate(events);
    this.#nest(events);
    this.#place(mode);
    this.#count(events, mode);
  }

  static #isSpan(e) {
    return e.id !== undefined && (e.what === 'begin' || e.what === 'end');
  }

  /** Finds the spans that end in another thread, or before a span within them: they have no place in the nesting. */
  #separate(events) {
    const open = new Map();
    const stacks = new Map();
    for (const e of events) {
      if (!Bars.#isSpan(e)) {
        continue;
      }
      const key = e.thread;
      if (e.what === 'begin') {
        e.crosses = false;
        open.set(e.id, e);
        (stacks.get(key) ?? stacks.set(key, []).get(key)).push(e);
      } else if (open.has(e.id)) {
        const begin = open.get(e.id);
        const stack = stacks.get(begin.thread);
        begin.crosses = begin.thread !== key || stack.at(-1) !== begin;
        stack.splice(stack.indexOf(begin), 1);
        open.delete(e.id);
      }
    }
  }

  #nest(events) {
    const open = new Map();
    const crossing = new Map();
    const add = (begin, end, depth) => this.all.push({begin, end, depth});
    for (const e of events) {
      if (e.what !== 'begin' && e.what !== 'end') {
        continue;
      }
      const key = e.thread;
      if (e.what === 'begin' && Bars.#isSpan(e) && e.crosses) {
        crossing.set(e.id, e);
      } else if (e.what === 'begin') {
        const stack = open.get(key) ?? open.set(key, []).get(key);
        e.depth = stack.push(e) - 1;
      } else if (e.what === 'end' && crossing.has(e.id)) {
        add(crossing.get(e.id), e, -1);
        crossing.delete(e.id);
      } else if (e.what === 'end') {
        const stack = open.get(key) ?? [];
        const at = stack.findLastIndex(b => b.type === e.type && b.id === e.id);
        // An end also ends the regions within, but no span.
        const within = at < 0 ? [] : stack.splice(at);
        const ended = b => b.id === e.id || b.id === undefined;
        stack.push(...within.filter(b => !ended(b)));
        within.filter(ended).forEach(begin => add(begin, e, begin.depth));
      }
    }
    open.forEach(stack => stack.forEach(begin => add(begin, null, begin.depth)));
  }

  /**
   * Assigns rows: for each thread as many as its bars are nested, then the first free one for each overlapping bar; above
   * them a row for the name of the thread, if there are several.
   */
  #place(mode) {
    const groups = new Map();
    for (const bar of this.all) {
      const node = groups.get(bar.begin.node) ?? groups.set(bar.begin.node, new Map()).get(bar.begin.node);
      const key = bar.depth < 0 ? 'overlapping' : 'thread ' + bar.begin.tid + (bar.begin.pid === bar.begin.tid ? '' : ' of ' + bar.begin.pid);
      (node.get(key) ?? node.set(key, []).get(key)).push(bar);
    }
    for (const [node, byGroup] of groups) {
      const labels = [];
      let base = 0;
      const isLabelled = byGroup.size > 1 || byGroup.has('overlapping');
      const names = [...byGroup.keys()].sort((a, b) => (a === 'overlapping') - (b === 'overlapping') || a.localeCompare(b, 'en', {numeric: true}));
      for (const name of names) {
        const bars = byGroup.get(name);
        const rows = name === 'overlapping' ? Bars.#pack(bars, mode) : 1 + Math.max(...bars.map(b => b.depth = Math.min(b.depth, Bars.#DEPTH - 1)));
        bars.forEach(b => { b.row = Math.min(Bars.#ROWS - 1, base + b.depth); });
        base = Math.min(Bars.#ROWS - 1, base + rows);
        if (isLabelled) {
          labels.push({row: base, name});
          base = Math.min(Bars.#ROWS - 1, base + 1);
        }
      }
      this.byNode.set(node, {rows: Math.min(Bars.#ROWS, base), labels});
    }
  }

  static #pack(bars, mode) {
    const ends = [];
    for (const bar of bars.sort((a, b) => a.begin[mode] - b.begin[mode])) {
      const free = ends.findIndex(end => end <= bar.begin[mode]);
      bar.depth = free < 0 ? ends.length : free;
      ends[bar.depth] = bar.end ? bar.end[mode] : Infinity;
    }
    return ends.length;
  }

  /** Collects the values of each counter of a node, a line for each process, in the order of time. */
  #count(events, mode) {
    for (const e of events) {
      if (e.what !== 'value') {
        continue;
      }
      const node = this.counters.get(e.node) ?? this.counters.set(e.node, new Map()).get(e.node);
      const counter = node.get(e.type) ?? node.set(e.type, {lines: new Map(), low: Infinity, high: -Infinity}).get(e.type);
      (counter.lines.get(e.pid) ?? counter.lines.set(e.pid, []).get(e.pid)).push(e);
      if (Number.isFinite(e.value)) {
        counter.low = Math.min(counter.low, e.value);
        counter.high = Math.max(counter.high, e.value);
      }
    }
    this.counters.forEach(node => node.forEach(counter => counter.lines.forEach(line => line.sort((a, b) => a[mode] - b[mode] || a.number - b.number))));
  }
}
