'use strict';
// The live page: its state, and the parts to update when the state changes.
class LivePage {
  static #SPAN = 10;
  static #LAST = 4000;
  static #TABLE_MILLIS = 250;

  constructor() {
    this.server = new Server(new URLSearchParams(location.search).get('token') ?? '');
    Object.assign(this, {events: new Events(), mode: 'corrected', view: {from: 0, to: LivePage.#SPAN}, following: true, paused: false, picked: 0, missed: 0, last: 0,
      link: 'connecting', due: false, tableAt: 0, place: 0});
    this.lanes = new Lanes(Dom.byId('lanes'), this);
    this.table = new Table(this);
    this.stream = new Stream(this.server, (lines, place) => this.got(lines, place), (what, words) => this.said(what, words));
    this.controls = new Controls(this);
    new ResizeObserver(() => this.changed()).observe(Dom.byId('stage'));
  }

  async open() {
    await this.poll();
    await this.begin();
    this.restart();
    document.documentElement.dataset.ready = 'yes';
  }

  /** Times are relative to the log's first event, or to the first event that arrives. */
  async begin() {
    const [first] = await this.server.lines('events.json?from=1&most=1').catch(() => []);
    if (first) {
      this.events.begin(first);
    }
  }

  /** Starts with the last events, with the current filter. */
  restart(from) {
    const filter = this.controls.filter();
    this.missed = 0;
    // A part of the time may be anywhere in the log.
    this.stream.start(from ?? (filter.time ? 1 : -LivePage.#LAST), filter);
  }

  got(lines, place) {
    this.place = place;
    this.last = Math.max(this.last, place);
    if (this.held) {
      this.missed += lines.length;
      this.news();
    } else if (lines.length) {
      this.events.add(lines);
      this.changed();
    }
  }

  /** New events must not remove events that the reader looks at. */
  get held() {
    return this.paused || (!this.following && this.events.all.length >= Events.KEPT);
  }

  said(what, words) {
    this.link = what;
    if (what === 'ended') {
      this.show(JSON.parse(words));
    }
    const text = {live: 'live', broken: 'disconnected after event ' + Numbers.digits(this.place, 12) + '; reconnecting', ended: 'ended',
      refused: 'refused: ' + (words ?? '') + (words?.startsWith('filter') ? '' : '. Open the whole address that was printed last.'), connecting: 'connecting'}[what];
    Dom.byId('link').textContent = text;
    Dom.byId('link').className = what === 'live' ? 'good' : what === 'ended' ? '' : 'late';
  }

  news() {
    Dom.byId('news').textContent = this.held ? (this.paused ? 'Paused' : 'Held, so that the view does not move')
      + (this.missed ? '; ' + Numbers.digits(this.missed, 9) + ' new events' : '') : '';
  }

  pause(on) {
    const was = this.held;
    this.paused = on;
    this.#release(was);
  }

  follow(on) {
    const was = this.held;
    this.following = on;
    this.paused = on ? false : this.paused;
    if (on) {
      this.pickOnly(0);
    }
    this.#release(was);
  }

  /** After a pause, requests the missed events, or the last events if there are too many. */
  #release(wasHeld) {
    if (wasHeld && !this.held && this.missed) {
      const far = this.missed > Events.KEPT / 2;
      if (far) {
        this.events.clear();
      }
      this.restart(far ? undefined : this.events.newest + 1);
    }
    this.news();
    this.changed();
  }

  filtered() {
    this.paused = false;
    this.news();
    this.events.clear();
    this.restart();
    this.changed();
  }

  toggle(mode) {
    if (mode !== this.mode) {
      this.mode = mode;
      if (!this.following) {
        this.whole();
      }
      this.changed();
    }
  }

  zoom(from, to) {
    const span = Math.max(1e-6, to - from);
    this.following = false;
    this.view = {from: (from + to - span) / 2, to: (from + to + span) / 2};
    this.news();
    this.changed();
  }

  zoomBy(factor, about = this.following ? this.view.to : (this.view.from + this.view.to) / 2) {
    const {from, to} = this.view;
    if (this.following && factor !== 1) {
      this.span = Math.max(1e-3, Math.min(3600, (this.span ?? LivePage.#SPAN) * factor));
      this.changed();
      return;
    }
    this.zoom(about - (about - from) * factor, about + (to - about) * factor);
  }

  async pan(share) {
    const by = (this.view.to - this.view.from) * share;
    this.zoom(this.view.from + by, this.view.to + by);
    if (by < 0 && this.events.oldest > 1 && this.view.from < this.events.range(this.mode)[0]) {
      await this.older();
    }
  }

  /** Requests older events from the server. */
  async older() {
    if (this.fetching) {
      return;
    }
    this.fetching = true;
    const most = 5000;
    const first = this.events.oldest;
    const from = Math.max(1, first - most);
    try {
      const lines = await this.server.lines('events.json?' + new URLSearchParams({from, most: first - from, ...this.controls.filter()}));
      this.events.addOlder(lines.map(line => this.events.read(line)).filter(e => e));
      this.changed();
    } finally {
      this.fetching = false;
    }
  }

  whole() {
    const [from, to] = this.events.range(this.mode);
    const edge = Math.max(1e-4, (to - from) * 0.02);
    this.zoom(from - edge, to + edge);
  }

  pickOnly(number) {
    this.picked = number;
  }

  /** Opens an event without moving the view. */
  pick(number) {
    this.picked = number;
    const e = this.events.byNumber.get(number);
    if (e) {
      if (this.following) {
        this.following = false;
        this.pause(true);
      }
      if (e[this.mode] < this.view.from || e[this.mode] > this.view.to) {
        const half = (this.view.to - this.view.from) / 2;
        this.zoom(e[this.mode] - half, e[this.mode] + half);
      }
    }
    this.tableAt = 0;
    this.changed();
  }

  /** Schedules one redraw in the next frame. */
  changed() {
    if (!this.due) {
      this.due = true;
      requestAnimationFrame(now => {
        this.due = false;
        this.draw(now);
      });
    }
  }

  #newest() {
    const [, to] = this.events.range(this.mode);
    if (this.mode === 'corrected') {
      return [to, to];
    }
    const now = [...this.events.now(this.mode).values()];
    return [Math.min(...now), Math.max(to, ...now)];
  }

  draw(now) {
    if (this.following && this.events.all.length) {
      const [low, high] = this.#newest();
      const span = this.span ?? LivePage.#SPAN;
      const from = Math.max(low - span, this.events.range(this.mode)[0]);
      this.view = {from, to: high + Math.max(1e-4, (high - from) * 0.02)};
    }
    this.lanes.draw();
    if (now - this.tableAt > LivePage.#TABLE_MILLIS || !this.following) {
      this.tableAt = now;
      this.table.draw();
    } else {
      setTimeout(() => this.changed(), LivePage.#TABLE_MILLIS);
    }
    this.controls.show();
  }

  async poll() {
    try {
      this.show(await (await this.server.ask('status.json')).json());
    } catch {
      // The stream reports the state of the connection.
    }
    setTimeout(() => this.poll(), document.hidden ? 5000 : 1000);
  }

  show(status) {
    this.status = status;
    Dom.byId('title').textContent = status.title;
    document.title = status.title + ' – log';
    Dom.byId('counts').textContent = ' · ' + status.state + ' · ' + Numbers.digits(status.last, 12) + ' events';
    this.last = status.last;
    Nodes.show(status);
    this.controls.show();
  }

  async stopServers() {
    await this.server.ask('stop', {method: 'POST'});
  }
}
