'use strict';
// Functions that create elements of the page.
const Dom = {
  byId: id => document.getElementById(id),

  make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      name in element && typeof value !== 'string' ? element[name] = value : element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  },

  /** Creates a labelled select box. @return the label and the box */
  select(label, options) {
    const box = Dom.make('select', {}, ...options.map((text, i) => Dom.make('option', {value: String(i)}, text)));
    return [Dom.make('label', {}, label + ' ', box), box];
  },

  button(text, label, act) {
    const one = Dom.make('button', {type: 'button', 'aria-label': label, title: label}, text);
    one.addEventListener('click', act);
    return one;
  },
};
