'use strict';
// The events in the page: a bounded window of the log, by number; the server has the whole log.
class Events {
  static KEPT = 20000;

  constructor() {
    this.origin = null;
    this.clear();
  }

  clear() {
    Object.assign(this, {all: [], byNumber: new Map(), damaged: 0, hidden: this.hidden ?? new Set(), names: this.names ?? [], types: this.types ?? new Map(), version: (this.version ?? 0) + 1});
  }

  /** Parses nanoseconds since an epoch, which need more digits than a JavaScript number has. */
  static #exact(line) {
    const exact = line.replace(/"(monotonic_ns|wall_ns|ref_ns|lo_ns|hi_ns)":(-?\d+)/g, '"$1":"$2"');
    // The third argument is missing in old browsers, which round integers of more than 53 bits.
    return line.includes('"fields"') ? JSON.parse(exact, (key, value, at) =>
      (typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(at?.source ?? '') ? at.source : value)) : JSON.parse(exact);
  }

  /** Times are relative to the log's first event. */
  begin(line) {
    const first = Events.#exact(line);
    this.origin ??= {ref: BigInt(first.ref_ns) + BigInt(first.shift_ns), wall: BigInt(first.wall_ns)};
  }

  /** @return the event, or null if the line is not an event */
  read(line) {
    try {
      this.begin(line);
      const e = Events.#exact(line);
      const ref = BigInt(e.ref_ns);
      Object.assign(e, {thread: e.node + ' ' + e.pid + ' ' + e.tid, crosses: false, depth: 0, reversed: null});
      const since = (nanos, origin) => Number(nanos - origin) / 1e9;
      e.stamp = since(ref, this.origin.ref);
      e.corrected = e.stamp + e.shift_ns / 1e9;
      e.recorded = since(BigInt(e.wall_ns), this.origin.wall);
      e.early = 'lo_ns' in e ? since(BigInt(e.lo_ns), ref) : -Infinity;
      e.high = 'hi_ns' in e ? since(BigInt(e.hi_ns), ref) : Infinity;
      return e;
    } catch {
      this.damaged++;
      return null;
    }
  }

  /** Appends newer events and removes the oldest beyond the limit. */
  add(lines) {
    for (const line of lines) {
      const e = this.read(line);
      if (e && !this.byNumber.has(e.number)) {
        this.all.push(e);
        this.#note(e);
      }
    }
    const over = this.all.length - Events.KEPT;
    if (over > 0) {
      this.all.splice(0, over).forEach(e => this.byNumber.delete(e.number));
    }
    this.version++;
  }

  /** Prepends older events from the server and removes the newest beyond the limit. */
  addOlder(objects) {
    const fresh = objects.filter(e => !this.byNumber.has(e.number));
    fresh.forEach(e => this.#note(e));
    this.all = [...fresh, ...this.all];
    this.all.splice(Events.KEPT).forEach(e => this.byNumber.delete(e.number));
    this.version++;
  }

  #note(e) {
    this.byNumber.set(e.number, e);
    if (!this.names.includes(e.node)) {
      this.names = [...this.names, e.node].sort((a, b) => a.localeCompare(b, 'en', {numeric: true}));
    }
    this.types.set(e.type, e.colour ?? Events.colour(e.type));
  }

  /** Returns the colour of a type without a declared colour: one of 48, the same in each log. */
  static colour(type) {
    let hash = 2166136261;
    for (const c of type) {
      hash = Math.imul(hash ^ c.codePointAt(0), 16777619) >>> 0;
    }
    hash = (hash ^ hash >>> 15) >>> 0;
    return `hsl(${hash % 24 * 15}, 60%, ${hash % 48 < 24 ? 38 : 52}%)`;
  }

  /** Shows or hides the events of a type, which the page keeps. */
  toggle(type) {
    if (!this.hidden.delete(type)) {
      this.hidden.add(type);
    }
    this.version++;
  }

  /** Returns the events whose types are shown. */
  get shown() {
    if (this.shownAt !== this.version) {
      Object.assign(this, {shownAll: this.hidden.size ? this.all.filter(e => !this.hidden.has(e.type)) : this.all, shownAt: this.version});
    }
    return this.shownAll;
  }

  get oldest() {
    return this.all[0]?.number ?? 1;
  }

  get newest() {
    return this.all.at(-1)?.number ?? 0;
  }

  /** Returns the events sorted by one of the two times, then by log order. */
  sorted(mode) {
    if (this.sortedAt !== this.version || this.sortedBy !== mode) {
      Object.assign(this, {inOrder: [...this.shown].sort((a, b) => a[mode] - b[mode] || a.number - b.number), sortedAt: this.version, sortedBy: mode});
    }
    return this.inOrder;
  }

  /** Returns the first and last time. */
  range(mode) {
    const order = this.sorted(mode);
    return order.length ? [order[0][mode], order.at(-1)[mode]] : [0, 1];
  }

  /** Returns the time of the newest event by each node's clock. */
  now(mode) {
    const newest = new Map();
    let latest = -Infinity;
    for (const e of this.all) {
      latest = Math.max(latest, e.corrected);
      if (!(newest.get(e.node)?.corrected > e.corrected)) {
        newest.set(e.node, e);
      }
    }
    return new Map([...newest].map(([node, e]) => [node, e[mode] + latest - e.corrected]));
  }

  /** Matches starts and ends of bars, and sends and receives; counts the reversed messages by either time. */
  joined(mode) {
    if (this.joinedAt === this.version && this.joinedBy === mode) {
      return this.joins;
    }
    const bars = new Bars(this.shown, mode);
    const messages = [];
    const sends = new Map();
    const reversed = {recorded: 0, corrected: 0};
    for (const e of this.shown) {
      if (e.what === 'send') {
        sends.set(e.type + '#' + e.id, e);
      }
    }
    for (const e of this.shown) {
      const send = e.what === 'receive' ? sends.get(e.type + '#' + e.id) : null;
      e.reversed = null;
      if (send) {
        messages.push({send, receive: e});
        e.reversed = {recorded: e.recorded < send.recorded, corrected: e.corrected < send.corrected};
        reversed.recorded += e.reversed.recorded;
        reversed.corrected += e.reversed.corrected;
      }
    }
    return Object.assign(this, {joins: {bars, messages, reversed}, joinedAt: this.version, joinedBy: mode}).joins;
  }
}
