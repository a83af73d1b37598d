'use strict';
// How far each host's time may be from the reference's, along the run: a bar a host, and the worst of them to the scale of the time axis.
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
      + ' against ' + data.reference + ': pale what it cannot exceed, dark its standard error; a row is ±' + Numbers.si(this.most, 3, 's') + ' high';
  }

  paint(context, view, width) {
    const {data, row} = this;
    this.clocks.forEach((clock, i) => {
      const middle = (i + 0.5) * row;
      const y = seconds => middle - seconds / this.most * (row / 2 - 1);
      Place.rowName(context, clock.name, middle, data.theme.muted);
      if (clock.low.includes(null)) {
        context.textAlign = 'left';
        context.fillText('nothing is guaranteed of this clock; its standard error is ' + Numbers.si(Math.max(...clock.error), 3, 's') + ' at most', LEFT + 4, middle, width - RIGHT - LEFT - 4);
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
      // Never thinner than a line, or a very good clock would look like one of which nothing is known.
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

  /** What two hosts may differ by, as long as it is on the time axis: what is closer together than that has no order. */
  toScale(context, view, width, y) {
    const {data} = this;
    const pixels = data.apart === null ? Infinity : 2 * data.apart / (view.to - view.from) * (width - LEFT - RIGHT);
    const words = data.apart === null ? 'no bound on how far two hosts are apart' : 'two hosts may be ±' + Numbers.si(data.apart, 3, 's') + ' apart: '
      + (pixels < 1 ? 'less than a pixel here' : 'as long as this bar; within it nothing is known of the order of events');
    const length = Math.min(pixels, width - LEFT - RIGHT);
    const beside = length < width * 0.4;
    if (pixels >= 1) {
      context.fillStyle = data.theme.picked;
      context.fillRect(LEFT, beside ? y - 2 : y - 8, length, beside ? 4 : 16);
    }
    const left = LEFT + (pixels < 1 ? 0 : beside ? length + 6 : 6);
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.fillStyle = pixels < 1 ? data.theme.muted : beside ? data.theme.text : data.theme.ground;
    context.fillText(words, left, y, width - RIGHT - left);
  }
}
