'use strict';
// Input on the live page: buttons, keys, pointer, filters.
class Controls {
  static #FILTERS = ['type', 'node', 'text', 'severity', 'time', 'around'];
  static #TIME = /^\d+(\.\d+)?\s*(ns|us|µs|ms|s|min|h)?$/;

  constructor(page) {
    this.page = page;
    const on = (id, act) => Dom.byId(id).addEventListener('click', act);
    on('pause', () => page.pause(!page.paused));
    on('follow', () => page.follow(!page.following));
    on('corrected', () => page.toggle('corrected'));
    on('recorded', () => page.toggle('recorded'));
    on('older', () => page.pan(-0.5));
    on('newer', () => page.pan(0.5));
    on('in', () => page.zoomBy(0.5));
    on('out', () => page.zoomBy(2));
    on('whole', () => page.whole());
    on('stop', () => this.#stop());
    for (const name of Controls.#FILTERS) {
      Dom.byId(name).addEventListener('input', () => {
        clearTimeout(this.typing);
        this.typing = setTimeout(() => this.#filtered(), 350);
      });
    }
    this.#pointer(Dom.byId('stage'));
  }

  filter() {
    const all = Controls.#FILTERS.map(name => [name, Dom.byId(name).value.trim()]);
    return Object.fromEntries(all.filter(([, value]) => value));
  }

  /** Sends the filter unless a name in it is incomplete. */
  #filtered() {
    let wrong = false;
    for (const name of ['type', 'node']) {
      const value = Dom.byId(name).value.trim();
      const empty = value !== '' && value.split(',').some(part => part.trim() === '');
      Dom.byId(name).setAttribute('aria-invalid', String(empty));
      wrong ||= empty;
    }
    const check = (name, isValid) => {
      const value = Dom.byId(name).value.trim();
      const invalid = value !== '' && !isValid(value);
      Dom.byId(name).setAttribute('aria-invalid', String(invalid));
      wrong ||= invalid;
    };
    const isTime = text => Controls.#TIME.test(text.trim());
    check('around', isTime);
    check('time', text => {
      const ends = text.split('..');
      return ends.length === 2 && ends.some(end => end.trim()) && ends.every(end => !end.trim() || isTime(end));
    });
    if (!wrong) {
      this.page.filtered();
    }
  }

  /** Sets a part of the time, in seconds, as the filter. */
  only(from, to) {
    const text = seconds => Math.max(0, seconds).toFixed(9).replace(/\.?0+$/, '') + 's';
    Dom.byId('time').value = text(from) + '..' + text(to);
    this.#filtered();
    this.page.zoom(from, to);
  }

  async #stop() {
    const button = Dom.byId('stop');
    if (!this.sure) {
      this.sure = true;
      button.textContent = 'Really stop?';
      setTimeout(() => {
        this.sure = false;
        button.textContent = 'Stop all servers';
      }, 4000);
      return;
    }
    button.disabled = true;
    try {
      await this.page.stopServers();
      button.textContent = 'Stopping';
    } catch (failure) {
      Dom.byId('news').textContent = 'Not stopped: ' + failure.message;
      button.disabled = false;
    }
  }

  #pointer(stage) {
    const {page} = this;
    const x = event => event.clientX - stage.getBoundingClientRect().left;
    const y = event => event.clientY - stage.getBoundingClientRect().top;
    let from = null;
    let moved = false;
    stage.addEventListener('pointerdown', event => {
      from = event.button === 0 ? {x: x(event), view: {...page.view}, selects: event.shiftKey && page.mode === 'corrected'} : null;
      moved = false;
    });
    stage.addEventListener('pointermove', event => {
      if (from && (moved || Math.abs(x(event) - from.x) > 4)) {
        moved = true;
        stage.setPointerCapture(event.pointerId);
        if (from.selects) {
          this.#band(from.x, x(event));
          return;
        }
        const by = (from.x - x(event)) / page.lanes.span * (from.view.to - from.view.from);
        page.zoom(from.view.from + by, from.view.to + by);
      } else if (!from) {
        this.say(page.lanes.near(x(event), y(event)));
      }
    });
    stage.addEventListener('pointerup', event => {
      if (from && !moved) {
        const near = page.lanes.near(x(event), y(event));
        if (near) {
          page.pick(near.number);
        }
      } else if (from?.selects) {
        this.only(...[from.x, x(event)].sort((a, b) => a - b).map(at => page.lanes.seconds(at)));
      } else if (from) {
        page.pan(-1e-9);
      }
      from = null;
      this.#band(0, 0);
    });
    stage.addEventListener('pointercancel', () => {
      from = null;
      this.#band(0, 0);
    });
    stage.addEventListener('dblclick', event => page.zoomBy(0.4, page.lanes.seconds(x(event))));
    stage.addEventListener('wheel', event => {
      if (event.ctrlKey) {
        event.preventDefault();
        page.zoomBy(event.deltaY < 0 ? 0.7 : 1 / 0.7, page.lanes.seconds(x(event)));
      }
    }, {passive: false});
    stage.addEventListener('keydown', event => this.#key(event));
  }

  /** Marks the part of the timeline between two positions. */
  #band(from, to) {
    const band = Dom.byId('band');
    band.hidden = from === to;
    band.style.left = Math.min(from, to) + 'px';
    band.style.width = Math.abs(to - from) + 'px';
  }

  #key(event) {
    const {page} = this;
    const keys = {ArrowLeft: () => page.pan(-0.25), ArrowRight: () => page.pan(0.25), '+': () => page.zoomBy(0.5), '=': () => page.zoomBy(0.5),
      '-': () => page.zoomBy(2), 0: () => page.whole(), f: () => page.follow(true), ' ': () => page.pause(!page.paused), c: () => page.toggle('corrected'),
      r: () => page.toggle('recorded')};
    const act = keys[event.key];
    if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      act();
    }
  }

  /** Describes the event under the pointer, or the whole view. */
  say(e) {
    const {page} = this;
    const span = page.view.to - page.view.from;
    Dom.byId('readout').textContent = e
      ? `#${e.number} ${e.node} ${e.what} ${e.type}${e.id ? ' #' + e.id : ''} at ${e[page.mode].toFixed(6)} s${page.mode === 'corrected' ? ' ±' + Numbers.si(Details.error(e), 2, 's') : ' by its own clock'}${e.late ? ', late' : ''}${e.comment ? ': ' + e.comment : ''}`
      : `${Numbers.seconds(page.view.from, span)} s to ${Numbers.seconds(page.view.to, span)} s, ${Numbers.digits(page.lanes.inView ?? 0, 9)} events`
        + (page.mode === 'recorded' ? '; the errors of these times are unknown' : page.lanes.narrow ? '; errors are narrower than two pixels: zoom in' : '');
  }

  show() {
    const {page} = this;
    const pressed = (id, on) => Dom.byId(id).setAttribute('aria-pressed', String(on));
    pressed('pause', page.paused);
    Dom.byId('pause').textContent = page.paused ? 'Continue' : 'Pause';
    pressed('follow', page.following && !page.paused);
    pressed('corrected', page.mode === 'corrected');
    pressed('recorded', page.mode === 'recorded');
    Dom.byId('stop').hidden = !page.status?.stoppable;
    const options = (id, names) => {
      if (Dom.byId(id).children.length !== names.length) {
        Dom.byId(id).replaceChildren(...names.map(value => Dom.make('option', {value})));
      }
    };
    options('types', [...page.events.types.keys()]);
    options('node-names', page.events.names);
    // Screen readers skip text that changes continuously.
    Dom.byId('readout').setAttribute('aria-live', page.following && !page.paused ? 'off' : 'polite');
    this.say(null);
    this.#order();
    this.#kinds();
  }

  /** Shows a button for each type of events: its colour, and whether the type is shown. */
  #kinds() {
    const {events} = this.page;
    const text = [...events.types].flat().join() + [...events.hidden].join();
    if (this.kinds === text) {
      return;
    }
    this.kinds = text;
    const focused = document.activeElement?.dataset?.type;
    Dom.byId('kinds').replaceChildren(...[...events.types].sort(([a], [b]) => a.localeCompare(b, 'en')).map(([type, colour]) => {
      const chip = Dom.make('span', {class: 'chip'});
      chip.style.background = colour;
      const button = Dom.make('button', {type: 'button', 'data-type': type, 'aria-pressed': String(!events.hidden.has(type)), title: 'show or hide this type'}, chip, type);
      button.addEventListener('click', () => {
        events.toggle(type);
        this.page.tableAt = 0;
        this.page.changed();
      });
      return button;
    }));
    if (focused) {
      [...Dom.byId('kinds').children].find(button => button.dataset.type === focused)?.focus();
    }
  }

  /** Shows the effect of the clock correction on the visible messages. */
  #order() {
    const {reversed, messages} = this.page.lanes.joins ?? {messages: []};
    const words = messages.length ? [`${Numbers.digits(messages.length, 9)} messages in view; received before sent: `,
      Dom.make(reversed.recorded ? 'b' : 'span', {}, Numbers.digits(reversed.recorded, 9) + ' as recorded'), ', ',
      Dom.make(reversed.corrected ? 'b' : 'span', {}, Numbers.digits(reversed.corrected, 9) + ' corrected'), '.'] : [];
    const text = words.map(w => w.textContent ?? w).join('');
    if (this.said !== text) {
      this.said = text;
      Dom.byId('order').replaceChildren(...words);
    }
  }
}
