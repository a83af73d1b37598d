'use strict';
// The clock error of each host along the run, one bar per host, and the maximum error in the scale of the time axis.
class ClockStrip {
  static #MOST = 16;

  constructor(data) {
    this.data = data;
    const reach = clock => Math.max(...clock.low.map((low, i) => low === null ? Infinity : Math.max(-low, clock.high[i])));
    this.clocks = data.clocks.length <= ClockStrip.#MOST ? data.clocks : [...data.clocks].sort((a, b) => reach(b) - reach(a)).slice(0, ClockStrip.#MOST);
    this.most = Math.max(...data.clocks.filter(c => !c.low.includes(null)).flatMap(c => [...c.low.map(v => -v), ...c.high]), 1e-9);
    this.row = this.clocks.length <= 4 ? 22 : 14;
    this.height = this.row * this.clocks.length + 18;
    this.title = 'clock error';
    this.detail = (this.clocks.length < data.clocks.length ? 'the ' + this.clocks.length + ' worst of ' + data.clocks.length + ' hosts' : 'of each host')
      + ' against ' + data.reference + ': pale the guaranteed bound, dark the standard error; the row height is ±' + Numbers.si(this.most, 3, 's');
  }

  paint(context, view, width) {
    const {data, row} = this;
    this.clocks.forEach((clock, i) => {
      const middle = (i + 0.5) * row;
      const y = seconds => middle - seconds / this.most * (row / 2 - 1);
      Place.rowName(context, clock.name, middle, data.theme.muted);
      if (clock.low.includes(null)) {
        context.textAlign = 'left';
        context.fillText('no guaranteed bound for this clock; its standard error is ' + Numbers.si(Math.max(...clock.error), 3, 's') + ' at most', LEFT + 4, middle, width - RIGHT - LEFT - 4);
        return;
      }
      Place.clipped(context, width, i * row, row);
      context.fillStyle = data.theme.picked;
      this.band(context, clock, view, width, clock.low, clock.high, y, 0.3);
      this.band(context, clock, view, width, clock.error.map(v => -v), clock.error, y, 1);
      context.restore();
    });
    this.toScale(context, view, width, row * this.clocks.length + 10);
  }

  band(context, clock, view, width, low, high, y, alpha) {
    context.globalAlpha = alpha;
    context.beginPath();
    for (let i = 0; i + 1 < low.length; i++) {
      const [from, to] = [Place.x(view, clock.at[i], width), Place.x(view, clock.at[i + 1], width)];
      // At least as thick as a line, so that a very accurate clock differs from an unknown one.
      const air = (a, b) => Math.max(0, 0.6 - Math.abs(y(a) - y(b)) / 2);
      context.moveTo(from, y(high[i]) - air(low[i], high[i]));
      context.lineTo(to, y(high[i + 1]) - air(low[i + 1], high[i + 1]));
      context.lineTo(to, y(low[i + 1]) + air(low[i + 1], high[i + 1]));
      context.lineTo(from, y(low[i]) + air(low[i], high[i]));
      context.closePath();
    }
    context.fill();
    context.globalAlpha = 1;
  }

  /** The maximum difference of two hosts, in the scale of the time axis: the order of closer events is unknown. */
  toScale(context, view, width, y) {
    const {data} = this;
    const pixels = data.apart === null ? Infinity : 2 * data.apart / (view.to - view.from) * (width - LEFT - RIGHT);
    const words = data.apart === null ? 'no guaranteed bound between two hosts' : 'two hosts may differ by ±' + Numbers.si(data.apart, 3, 's') + ': '
      + (pixels < 1 ? 'less than a pixel here' : 'as long as this bar; the order of events within it is unknown');
    const length = Math.min(pixels, width - LEFT - RIGHT);
    const outside = length < width * 0.4;
    if (pixels >= 1) {
      context.fillStyle = data.theme.picked;
      context.fillRect(LEFT, outside ? y - 2 : y - 8, length, outside ? 4 : 16);
    }
    const left = LEFT + (pixels < 1 ? 0 : outside ? length + 6 : 6);
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.fillStyle = pixels < 1 ? data.theme.muted : outside ? data.theme.text : data.theme.ground;
    context.fillText(words, left, y, width - RIGHT - left);
  }
}
