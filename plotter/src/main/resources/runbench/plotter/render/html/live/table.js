'use strict';
// The table of events, sorted by the selected time.
class Table {
  static #FOLLOWED = 100;
  static #MOST = 400;

  constructor(page) {
    this.page = page;
    this.rows = Dom.byId('rows');
    this.rows.addEventListener('click', event => {
      const number = Number(event.target.closest('tr[data-number]')?.dataset.number);
      if (number) {
        page.pick(page.picked === number ? 0 : number);
      }
    });
  }

  draw() {
    const {page} = this;
    const {mode, view} = page;
    const order = page.events.sorted(mode);
    const within = page.following ? order : order.filter(e => e[mode] >= view.from && e[mode] <= view.to);
    const shown = page.following ? within.slice(-Table.#FOLLOWED) : this.#around(within);
    Dom.byId('time-head').textContent = mode === 'corrected' ? 'corrected, s' : 'as recorded, s';
    Dom.byId('shown').textContent = page.following ? 'The last ' + shown.length + ' events; newest below.'
      : shown.length + ' of ' + Numbers.digits(within.length, 9) + ' events of the part of time above' + (shown.length < within.length ? ': zoom in to see the others.' : '.');
    const focused = document.activeElement?.closest?.('tr[data-number]')?.dataset.number;
    this.rows.replaceChildren(...shown.flatMap(e => this.#row(e)));
    if (focused) {
      this.rows.querySelector(`tr[data-number="${focused}"] button`)?.focus({preventScroll: true});
    }
    if (page.following) {
      Dom.byId('scroll').scrollTop = 1e9;
    } else if (this.revealed !== page.picked + mode) {
      this.revealed = page.picked + mode;
      this.#reveal();
    }
  }

  /** Returns the number of rows, enough to include the selected event. */
  #around(within) {
    const at = Math.max(0, within.findIndex(e => e.number === this.page.picked) - Table.#MOST / 2);
    return within.slice(at, at + Table.#MOST);
  }

  #reveal() {
    const box = Dom.byId('scroll');
    const row = this.rows.querySelector('tr.opened');
    if (row) {
      box.scrollTop = Math.max(0, row.offsetTop - 60);
    }
  }

  #row(e) {
    const {page} = this;
    const opened = page.picked === e.number;
    const chip = Dom.make('span', {class: 'chip'});
    chip.style.background = page.events.types.get(e.type);
    const error = Details.error(e);
    const button = Dom.make('button', {type: 'button', 'aria-expanded': String(opened), 'aria-label': 'Event ' + e.number + ': raw and corrected time'}, String(e.number));
    const row = Dom.make('tr', {'data-number': String(e.number)},
      Dom.make('td', {}, button),
      Dom.make('td', {class: 'number'}, e[page.mode].toFixed(6).replace('-', '−')),
      Dom.make('td', {class: 'number'}, page.mode === 'recorded' ? '' : Number.isFinite(error) ? Numbers.si(error, 2, 's') : '?'),
      Dom.make('td', {}, e.node), Dom.make('td', {}, e.what), Dom.make('td', {}, chip, e.type), Dom.make('td', {}, e.id ?? ''),
      Dom.make('td', {}, ...this.#remarks(e)), Dom.make('td', {}, Table.#words(e)));
    row.classList.toggle('stderr', e.type === 'stderr');
    row.classList.toggle('opened', opened);
    return opened ? [row, Dom.make('tr', {class: 'details'}, Dom.make('td', {colSpan: 9}, ...Details.of(e, at => page.controls.only(at - 0.5, at + 0.5))))] : [row];
  }

  /** Returns value, comment and fields of an event as one text. */
  static #words(e) {
    return [...(e.value === undefined ? [] : ['= ' + e.value]), ...(e.comment ? [e.comment] : []),
      ...Object.entries(e.fields ?? {}).map(([name, value]) => name + '=' + value), ...(e.fields_cut ? ['…'] : [])].join('  ');
  }

  #remarks(e) {
    const remarks = [];
    const add = (style, words) => remarks.push(Dom.make('span', {class: style}, (remarks.length ? ', ' : '') + words));
    if (e.severity) {
      add({error: 'late', warning: 'severe'}[e.severity] ?? '', e.severity);
    }
    if (e.type === 'stderr') {
      add('late', 'standard error');
    }
    if (e.late) {
      add('late', 'late');
    }
    if (e.reversed?.[this.page.mode]) {
      add('late', 'before its send');
    }
    if (this.page.mode === 'corrected' && e.shift_ns !== 0) {
      add('moved', 'moved ' + (e.shift_ns < 0 ? '−' : '+') + Numbers.si(Math.abs(e.shift_ns) / 1e9, 3, 's'));
    }
    if (this.page.mode === 'corrected' && ['expired', 'stepped'].includes(e.how)) {
      add('late', e.how);
    }
    return remarks;
  }
}
