'use strict';
// The durations of the selected phase in each lane: one histogram per lane over a logarithmic axis.
class StaysChart {
  static #FOOT = 24;
  /** The width right of the bars, for counts and medians. */
  static #WORDS = 120;

  constructor(data) {
    this.data = data;
    const lanes = data.lanes.length;
    this.row = lanes <= NAMED_ROWS ? 24 : Math.max(2, Math.floor(420 / lanes));
    this.height = this.row * lanes + StaysChart.#FOOT;
    this.title = '';
    this.detail = 'each bar: share of a ' + data.laneWord + '\'s occurrences, logarithmic; tick: median; right: count × median';
  }

  /** Returns the durations of the selected phase, or of the phase with most time. */
  stays(view) {
    return this.data.stays.find(s => s.phase === view.phase) ?? (view.phase < 0 ? this.data.stays[0] : undefined);
  }

  name(view) {
    const stays = this.stays(view);
    return stays ? 'duration of the occurrences of ' + this.data.phases.ids[stays.phase] : 'no durations for the selected phase';
  }

  /** The chart has its own axis, which zooming over time does not change. */
  changed(view, width) {
    const shown = [view.phase, view.lane, width].join();
    const changed = shown !== this.shown;
    this.shown = shown;
    return changed;
  }

  config() {
    const {data: {theme, lanes}, row} = this;
    this.medians = {type: 'scatter', pointStyle: 'line', rotation: 90, radius: row / 2 - 1, borderColor: theme.text, borderWidth: 1.5, data: []};
    this.bars = {type: 'bar', grouped: false, data: []};
    const rows = (position, width, words) => ({position, min: 0, max: lanes.length, reverse: true, border: {display: false}, grid: {display: false},
      afterBuildTicks: scale => { scale.ticks = row < 12 ? [] : lanes.map((_, lane) => ({value: lane + 0.5})); },
      afterFit: scale => { scale.width = width; },
      ticks: {autoSkip: false, color: ({index}) => index === this.lane ? theme.picked : theme.muted, callback: (_, lane) => words(lane)}});
    return {
      data: {datasets: [this.medians, this.bars]},
      options: {
        plugins: {tooltip: {filter: item => item.dataset === this.bars, callbacks: {title: () => '', label: item => item.raw.words}}},
        scales: {
          x: {type: 'logarithmic', offset: false, grid: {offset: false}, afterFit: scale => Object.assign(scale, {paddingLeft: 0, paddingRight: 0}),
            ticks: {maxRotation: 0, callback: value => /^[125]\.0/.test(value.toExponential(1)) ? Numbers.si(value, 3, 's') : null}},
          y: rows('left', LEFT, lane => lanes[lane].name),
          right: rows('right', StaysChart.#WORDS, lane => this.words?.[lane]),
        },
      },
    };
  }

  update(chart, view, width) {
    const {data, row} = this;
    const {low, step, counts, medians} = this.stays(view) ?? {low: 1, step: 1, counts: [], medians: []};
    const edge = i => low * 10 ** (i * step);
    const bins = counts[0]?.length ?? 1;
    const totals = counts.map(lane => lane.reduce((sum, n) => sum + n, 0));
    this.lane = view.lane;
    this.words = totals.map((all, lane) => all && Numbers.digits(all, 9) + ' × ' + Numbers.si(medians[lane], 3, 's'));
    this.medians.data = row < 12 ? [] : medians.flatMap((seconds, lane) => totals[lane] ? [{x: seconds, y: lane + 0.5}] : []);
    this.bars.data = counts.flatMap((lane, l) => lane.flatMap((n, i) => n ? [this.bar(lane, l, i, edge)] : []));
    this.bars.backgroundColor = this.bars.data.map(({share, lane}) => (lane === view.lane ? data.theme.picked : data.lanes[lane].caveat ? data.theme.others : data.theme.middle)
      + Math.round(255 * (row < 12 ? share : 0.75)).toString(16).padStart(2, '0'));
    this.bars.barThickness = Math.max(1, (width - LEFT - StaysChart.#WORDS) / bins - 0.5);
    Object.assign(chart.options.scales.x, {display: counts.length > 0, min: edge(0), max: edge(bins)});
  }

  /** The height of a bar is the bin's share of the lane's largest bin; in low rows it is the opacity. */
  bar(counts, lane, i, edge) {
    const share = counts[i] / Math.max(...counts);
    const tall = this.row < 12 ? 1 : share * (1 - 3 / this.row);
    return {x: edge(i + 0.5), y: [lane + 1 - tall, lane + 1], share, lane,
      words: this.data.lanes[lane].name + ': ' + counts[i] + ' × ' + Numbers.si(edge(i), 3, 's') + ' to ' + Numbers.si(edge(i + 1), 3, 's')};
  }
}
