'use strict';
// The values at the cursor as text, on the screen and for screen readers.
class Readout {
  constructor(data) {
    this.data = data;
    this.when = Dom.make('output', {class: 'when'});
    this.cells = data.metrics.map(() => Dom.make('output'));
    this.box = Dom.make('div', {class: 'readout'}, this.when, ...data.metrics.map((metric, i) =>
      Dom.make('span', {title: metric.name + (metric.unit ? ' (' + metric.unit + ')' : '')}, Dom.make('i', {}, metric.name), ' ', this.cells[i])));
    this.spoken = Dom.make('p', {class: 'unseen', 'aria-live': 'polite'});
    this.legend = Dom.make('p', {class: 'legend'});
    this.speaking = 0;
  }

  show(view, width) {
    const {data} = this;
    const range = (view.to - view.from) / 10;
    if (view.cursor === null) {
      this.when.textContent = Numbers.seconds(view.from, range) + ' to ' + data.position(view.to, range) + this.phase(view.phase);
      this.cells.forEach(cell => { cell.textContent = '–'; });
      return;
    }
    const lane = view.lane >= 0 ? view.lane : data.lanes.length === 1 ? 0 : -1;
    this.when.textContent = data.position(view.cursor, range) + (lane < 0 ? data.metrics.length ? ' · median of ' + data.laneWord + 's' : '' : data.lanes.length > 1 ? ' · ' + data.lanes[lane].name : '')
      + this.phase(data.phaseAt(data.rowOf(view.lane), view.cursor));
    const level = data.level(view, width - LEFT - RIGHT);
    this.cells.forEach((cell, i) => { cell.textContent = this.reading(i, lane, level, view.cursor); });
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => {
      this.spoken.textContent = this.when.textContent + ': ' + data.metrics.map((metric, i) => metric.name + ' ' + this.cells[i].textContent).join(', ');
    }, 400);
  }

  phase(phase) {
    return phase >= 0 ? ' · phase ' + this.data.phases.ids[phase] : '';
  }

  reading(metric, lane, level, seconds) {
    const {kind} = this.data.metrics[metric];
    const levels = this.data.levels[metric];
    const values = lane < 0 ? levels.typicalAt(level.k) : levels.at(level.k)[lane];
    const bin = level.bin(seconds);
    if (!Number.isFinite(values.mean[bin])) {
      return 'no samples';
    }
    const spread = this.data.lanes.length === 1 && levels.spreadAt(level.k, 0);
    if (spread && spread.low[bin] < spread.high[bin]) {
      return Numbers.of(kind, values.mean[bin]) + ' (10-90 %: ' + Numbers.of(kind, spread.low[bin]) + ' to ' + Numbers.of(kind, spread.high[bin]) + ')';
    }
    const [low, high] = [Numbers.of(kind, values.low[bin]), Numbers.of(kind, values.high[bin])];
    return Numbers.of(kind, values.mean[bin]) + (low === high ? '' : ' (' + low + ' to ' + high + ')');
  }

  explain(view) {
    const {data} = this;
    const part = (name, words) => Dom.make('span', {}, ...(name ? [Dom.make('i', {class: 'swatch ' + name}), ' '] : []), words);
    const typical = data.lanes.length > 1 && !view.each;
    if (!data.metrics.length && this.states) {
      this.legend.replaceChildren(...this.states().map(([name, colour]) => {
        const words = part('box', name);
        words.firstChild.style.background = colour;
        return words;
      }), part('', 'across: ' + data.axis));
      return;
    }
    if (data.lanes.length === 1) {
      this.legend.replaceChildren(...(data.metrics.some((_, metric) => data.levels[metric].spreadAt(0, 0))
        ? [part('middle', 'median of samples'), part('band', '10 to 90 % of samples'), part('extremes', 'lowest to highest')]
        : [part('middle', 'mean'), part('band', 'lowest to highest sample')]), part('', 'across: ' + data.axis + (data.unit ? ' (' + data.unit + ')' : '')));
      return;
    }
    this.legend.replaceChildren(part('middle', typical ? 'median of ' + data.laneWord + 's, band: 10 to 90 % of ' + data.laneWord + 's' : 'mean, band: lowest to highest sample'),
      ...(typical ? [part('others', 'each ' + data.laneWord)] : []),
      ...(typical && data.lanes.some(lane => lane.caveat) ? [part('others dotted', data.laneWord + ' with unknown time, not comparable')] : []),
      ...(data.phases.perLane ? [part('', 'ground: phases of ' + (view.each ? 'each ' + data.laneWord : data.lanes[Math.max(0, view.lane)].name))] : []),
      part('', 'across: ' + data.axis + (data.unit ? ' (' + data.unit + ')' : '')),
      ...(view.lane >= 0 ? [part('picked', data.lanes[view.lane].name + ', band: lowest to highest sample')] : []));
  }
}
