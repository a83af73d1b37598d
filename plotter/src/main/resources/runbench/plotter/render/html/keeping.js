'use strict';
// Saves the reader's view and notes in a copy of the page, with the checksum of the recording.
class Keeping {
  /** @param page the original text of the page */
  constructor(page, data, view, downloads) {
    Object.assign(this, {page, data, view, downloads, state: JSON.parse(Dom.byId('state').textContent)});
    this.notes = Dom.make('textarea', {'aria-label': 'Notes', placeholder: 'Your notes. They are stored in the saved page only and never sent.'});
    this.notes.value = this.state.notes ?? '';
    const save = Dom.button('Save this page with view and notes', 'Save a copy of this page with this view and these notes', () => downloads.file(new Blob([this.copy()], {type: 'text/html'}), 'html'));
    this.box = Dom.make('section', {class: 'own', 'aria-label': 'Notes'}, Dom.make('h2', {}, 'Notes'), this.notes, save);
  }

  /** Shows the saved view and notes, unless the address has a view. */
  restore() {
    const {state: {axis, from, to, lane, phase, metric, each}, view} = this;
    if (from !== undefined && !location.hash.includes('from=')) {
      view.turn(axis);
      view.pick({lane, phase, metric, each});
      view.zoom(from, to);
    }
  }

  copy() {
    const {data, view, notes} = this;
    const {from, to, lane, phase, metric, each} = view;
    const copy = new DOMParser().parseFromString(this.page, 'text/html');
    const saved = new Date().toISOString().slice(0, 19) + 'Z';
    const state = {axis: data.selected, from, to, lane, phase, metric, each, notes: notes.value, recording: data.checksum, saved};
    copy.getElementById('state').textContent = JSON.stringify(state).replaceAll('<', '\\u003c');
    const kept = copy.getElementById('kept');
    const range = (to - from) / 10;
    kept.hidden = false;
    kept.querySelector('p').textContent = Numbers.seconds(from, range) + ' to ' + data.position(to, range) + (data.axes.length > 1 ? ' of ' + data.axis : '')
      + (lane < 0 || data.lanes.length < 2 ? '' : ', ' + data.lanes[lane].name) + (phase < 0 ? '' : ', phase ' + data.phases.ids[phase]) + ', saved ' + saved
      + (data.checksum ? ', of the recording with SHA-256 ' + data.checksum : '') + '.';
    kept.querySelector('pre').textContent = notes.value;
    return '<!DOCTYPE html>\n' + copy.documentElement.outerHTML;
  }
}
