'use strict';
// What a canvas is drawn on with, kept as SVG: so much of it as the page's drawings use.
class SvgContext {
  static #STATE = ['fillStyle', 'strokeStyle', 'lineWidth', 'globalAlpha', 'textAlign', 'textBaseline', 'dash'];

  constructor(width, height, font) {
    Object.assign(this, {width, height, font, parts: [], saved: [], clips: 0, x: 0, y: 0, path: '', dash: [],
      fillStyle: '#000000', strokeStyle: '#000000', lineWidth: 1, globalAlpha: 1, textAlign: 'left', textBaseline: 'alphabetic'});
  }

  static #number(value) {
    return String(Math.round(value * 100) / 100);
  }

  static #escaped(text) {
    return text.replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c]);
  }

  #at(x, y) {
    return SvgContext.#number(x + this.x) + ' ' + SvgContext.#number(y + this.y);
  }

  #add(tag, attributes, text) {
    const opacity = this.globalAlpha < 1 ? {opacity: this.globalAlpha} : {};
    const all = Object.entries({...attributes, ...opacity}).map(([name, value]) =>
      ' ' + name + '="' + (typeof value === 'number' ? SvgContext.#number(value) : SvgContext.#escaped(value)) + '"').join('');
    this.parts.push('<' + tag + all + (text === undefined ? '/>' : '>' + SvgContext.#escaped(text) + '</' + tag + '>'));
  }

  save() {
    this.saved.push({clips: 0, x: this.x, y: this.y, ...Object.fromEntries(SvgContext.#STATE.map(name => [name, this[name]]))});
  }

  restore() {
    const {clips, ...state} = this.saved.pop();
    this.parts.push('</g>'.repeat(clips));
    Object.assign(this, state);
  }

  translate(x, y) {
    this.x += x;
    this.y += y;
  }

  setLineDash(dash) {
    this.dash = dash;
  }

  beginPath() {
    this.path = '';
  }

  moveTo(x, y) {
    this.path += 'M' + this.#at(x, y);
  }

  lineTo(x, y) {
    this.path += 'L' + this.#at(x, y);
  }

  closePath() {
    this.path += 'z';
  }

  rect(x, y, width, height) {
    this.path += 'M' + this.#at(x, y) + 'h' + SvgContext.#number(width) + 'v' + SvgContext.#number(height) + 'h' + SvgContext.#number(-width) + 'z';
  }

  clip() {
    const id = 'clip' + ++this.clips;
    this.parts.push('<clipPath id="' + id + '"><path d="' + this.path + '"/></clipPath><g clip-path="url(#' + id + ')">');
    this.saved[this.saved.length - 1].clips++;
  }

  stroke() {
    if (this.path) {
      this.#add('path', {d: this.path, fill: 'none', stroke: this.strokeStyle, 'stroke-width': this.lineWidth,
        ...(this.dash.length ? {'stroke-dasharray': this.dash.join(' ')} : {})});
    }
  }

  fill() {
    if (this.path) {
      this.#add('path', {d: this.path, fill: this.fillStyle});
    }
  }

  fillRect(x, y, width, height) {
    this.#add('rect', {x: x + this.x, y: y + this.y, width, height, fill: this.fillStyle});
  }

  strokeRect(x, y, width, height) {
    this.#add('rect', {x: x + this.x, y: y + this.y, width, height, fill: 'none', stroke: this.strokeStyle, 'stroke-width': this.lineWidth});
  }

  fillText(text, x, y) {
    this.#add('text', {x: x + this.x, y: y + this.y, fill: this.fillStyle, 'text-anchor': {left: 'start', center: 'middle', right: 'end'}[this.textAlign],
      'dominant-baseline': {top: 'hanging', middle: 'central', alphabetic: 'alphabetic'}[this.textBaseline]}, text);
  }

  drawImage(canvas, x, y, width, height) {
    this.#add('image', {href: canvas.toDataURL(), x: x + this.x, y: y + this.y, width, height, preserveAspectRatio: 'none', style: 'image-rendering:pixelated'});
  }

  text() {
    return '<svg xmlns="http://www.w3.org/2000/svg" width="' + this.width + '" height="' + this.height + '" viewBox="0 0 ' + this.width + ' ' + this.height
      + '" style="font:' + SvgContext.#escaped(this.font.replace(/"/g, '\'')) + '">' + this.parts.join('\n') + '</svg>\n';
  }
}
