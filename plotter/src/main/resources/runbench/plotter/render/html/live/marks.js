'use strict';
// The marks in the lanes, positioned by the selected time.
class Marks {
  constructor(ctx, place, page, lanes, ink) {
    Object.assign(this, {ctx, place, page, lanes, ink, mode: page.mode, narrow: true, inView: 0});
  }

  static line(ctx, x1, y1, x2, y2) {
    ctx.beginPath();
    ctx.moveTo(x1, y1);
    ctx.lineTo(x2, y2);
    ctx.stroke();
  }

  /** Returns the declared colour; on a dark ground it is mixed with white, so that dark colours are visible. */
  colour(e) {
    const declared = this.page.events.types.get(e.type) ?? this.ink.line;
    return this.ink.dark ? `color-mix(in srgb, ${declared} 62%, white)` : declared;
  }

  /**
   * Regions and states as bars above the lane's line.
   * @param now of each node: what is open reaches there
   */
  spans(spans, row, now) {
    const {ctx, place, mode} = this;
    const {left, right} = place.area;
    ctx.font = '10px system-ui, sans-serif';
    ctx.textBaseline = 'middle';
    const taken = new Map();
    for (const {begin, end, depth} of spans) {
      const lane = this.lanes.get(begin.node);
      const from = Math.max(left - 2, place.x(begin[mode]));
      const to = Math.min(right + 2, place.x(end ? end[mode] : now.get(begin.node)));
      if (!lane || depth > 2 || to < left || from > right) {
        continue;
      }
      const wide = Math.max(1, to - from);
      const key = begin.node + depth + begin.type + Math.floor(from);
      if (wide <= 1 && taken.has(key)) {
        continue;
      }
      taken.set(key, true);
      const top = place.y(lane.line) - 14 - (depth + 1) * (row + 1);
      ctx.globalAlpha = end ? 0.75 : 0.45;
      ctx.fillStyle = this.colour(begin);
      ctx.fillRect(from, top, wide, row);
      ctx.globalAlpha = 1;
      if (wide > 44) {
        ctx.fillStyle = this.ink.ground;
        ctx.save();
        ctx.beginPath();
        ctx.rect(from, top, wide, row);
        ctx.clip();
        ctx.fillText(begin.type, from + 4, top + row / 2 + 0.5);
        ctx.restore();
      }
    }
  }

  /** Draws arrows from send to receive; an arrow that points backwards is an impossible order. */
  messages(messages) {
    const {ctx, place, mode, ink} = this;
    const {left, right} = place.area;
    const inside = messages.filter(({send, receive}) => Math.max(place.x(send[mode]), place.x(receive[mode])) >= left
      && Math.min(place.x(send[mode]), place.x(receive[mode])) <= right);
    ctx.globalAlpha = inside.length > 600 ? 0.25 : 0.8;
    for (const {send, receive} of inside) {
      const [a, b] = [this.lanes.get(send.node), this.lanes.get(receive.node)];
      const wrong = receive[mode] < send[mode];
      ctx.strokeStyle = wrong ? ink.late : this.colour(send);
      ctx.lineWidth = wrong ? 1.6 : 1;
      Marks.line(ctx, place.x(send[mode]), place.y(a.line), place.x(receive[mode]), place.y(b.line));
    }
    ctx.globalAlpha = 1;
    ctx.lineWidth = 1;
  }

  /** @return positions of the drawn events: {x, y, event} */
  events(all) {
    const {place, mode} = this;
    const {left, right} = place.area;
    const found = [];
    const seen = new Set();
    for (const e of all) {
      const x = place.x(e[mode]);
      if (x < left - 1 || x > right + 1) {
        continue;
      }
      this.inView++;
      const y = place.y(this.lanes.get(e.node).line);
      found.push({x, y, event: e});
      const special = e.late || e.shift_ns !== 0 || e.number === this.page.picked;
      const key = e.node + e.what + Math.round(x);
      if (special || !seen.has(key)) {
        seen.add(key);
        this.one(e, x, y);
      }
    }
    return found;
  }

  one(e, x, y) {
    const {ctx, ink} = this;
    if (this.mode === 'corrected') {
      this.error(e, x, y + 8);
      if (e.shift_ns !== 0) {
        ctx.strokeStyle = ink.moved;
        ctx.setLineDash([2, 2]);
        ctx.lineWidth = 2;
        Marks.line(ctx, this.place.x(e.stamp), y - 7, x, y - 7);
        ctx.setLineDash([]);
        ctx.lineWidth = 1;
      }
    }
    ctx.fillStyle = this.colour(e);
    ctx.beginPath();
    if (e.what === 'send' || e.what === 'receive') {
      const up = e.what === 'send' ? -4 : 4;
      ctx.moveTo(x, y + up);
      ctx.lineTo(x - 4, y - up);
      ctx.lineTo(x + 4, y - up);
    } else if (e.what === 'point') {
      ctx.arc(x, y, 3, 0, 7);
    } else {
      ctx.rect(x - 0.5, y - 9, 1, 9);
    }
    ctx.fill();
    if (e.late || e.number === this.page.picked) {
      ctx.strokeStyle = e.late ? ink.late : ink.text;
      ctx.lineWidth = e.number === this.page.picked ? 2.5 : 1.5;
      ctx.beginPath();
      ctx.arc(x, y, 6.5, 0, 7);
      ctx.stroke();
      ctx.lineWidth = 1;
    }
  }

  /** Draws the guaranteed interval, and thick the standard error, if they are wide enough. */
  error(e, x, y) {
    const {ctx, place, ink} = this;
    const to = by => Math.max(place.area.left - 5, Math.min(place.area.right + 5, place.x(e.corrected + by)));
    const [early, high] = [to(e.early), to(e.high)];
    if (high - early < 2) {
      return;
    }
    this.narrow = false;
    ctx.strokeStyle = ink.axis;
    Marks.line(ctx, early, y, high, y);
    Marks.line(ctx, early, y - 3, early, y + 3);
    Marks.line(ctx, high, y - 3, high, y + 3);
    if (e.err_stat_ns !== undefined) {
      ctx.lineWidth = 3;
      Marks.line(ctx, to(-e.err_stat_ns / 1e9), y, to(e.err_stat_ns / 1e9), y);
      ctx.lineWidth = 1;
    }
  }
}
