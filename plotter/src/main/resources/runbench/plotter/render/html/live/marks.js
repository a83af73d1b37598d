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

  /** Draws the values of counters as steps, with the range of the values. */
  counters(counters, now) {
    const {ctx, place, mode, ink} = this;
    const {left, right} = place.area;
    ctx.font = '10px system-ui, sans-serif';
    for (const [name, byType] of counters) {
      const lane = this.lanes.get(name);
      for (const [type, {lines, low, high}] of byType) {
        const {top, height} = this.strip(lane, type);
        ctx.strokeStyle = ink.grid;
        Marks.line(ctx, left, top + height, right, top + height);
        ctx.strokeStyle = this.colour(lines.values().next().value[0]);
        ctx.lineWidth = 1.5;
        for (const line of lines.values()) {
          this.#steps(line, v => top + height - (high > low ? (v - low) / (high - low) : 0.5) * height, now.get(name));
        }
        ctx.lineWidth = 1;
        const range = !(high >= low) ? '' : low === high ? ' = ' + Numbers.si(low, 4) : ' ' + Numbers.si(low, 4) + ' to ' + Numbers.si(high, 4);
        this.label(type + range, left + 4, top + 2);
      }
    }
  }

  /** Returns the place of a counter in its lane. */
  strip(lane, type) {
    const {top, height} = lane.strips.get(type);
    const y = this.place.y(top);
    return {top: y, height: this.place.y(top + height) - y};
  }

  #steps(line, y, now) {
    const {ctx, place, mode} = this;
    let last = null;
    let lastX = -Infinity;
    ctx.beginPath();
    for (const e of line) {
      const x = place.x(e[mode]);
      if (x < place.area.left - 1) {
        last = e;
        continue;
      }
      if (x > place.area.right + 1) {
        break;
      }
      if (Number.isFinite(last?.value)) {
        ctx.lineTo(Math.max(place.area.left - 2, Math.max(lastX, place.x(last[mode]))), y(last.value));
        ctx.lineTo(x, y(last.value));
      }
      if (Number.isFinite(e.value)) {
        Number.isFinite(last?.value) ? ctx.lineTo(x, y(e.value)) : ctx.moveTo(x, y(e.value));
      }
      [last, lastX] = [e, x];
    }
    if (Number.isFinite(last?.value)) {
      ctx.lineTo(Math.max(place.area.left - 2, place.x(last[mode])), y(last.value));
      ctx.lineTo(Math.min(place.area.right + 2, place.x(now)), y(last.value));
    }
    ctx.stroke();
  }

  /** Writes a text over the marks. */
  label(text, x, y) {
    const {ctx, ink} = this;
    ctx.textBaseline = 'middle';
    ctx.lineWidth = 3;
    ctx.strokeStyle = ink.ground;
    ctx.strokeText(text, x, y);
    ctx.lineWidth = 1;
    ctx.fillStyle = ink.muted;
    ctx.fillText(text, x, y);
  }

  /**
   * Draws regions, states and spans as bars above the lane's line. Unfinished ones are paler and have an open end.
   * @param now of each node: an unfinished bar ends there
   */
  bars(bars, row, now) {
    const {ctx, place, mode} = this;
    const {left, right} = place.area;
    ctx.font = '10px system-ui, sans-serif';
    ctx.textBaseline = 'middle';
    const taken = new Map();
    const high = r => 14 + (r + 1) * (row + 1);
    for (const {begin, end, row: r} of bars.all) {
      const lane = this.lanes.get(begin.node);
      const from = Math.max(left - 2, place.x(begin[mode]));
      const to = Math.min(right + 2, place.x(end ? end[mode] : now.get(begin.node)));
      if (!lane || to < left || from > right) {
        continue;
      }
      const wide = Math.max(1, to - from);
      const key = begin.node + r + begin.type + Math.floor(from);
      if (wide <= 1 && taken.has(key)) {
        continue;
      }
      taken.set(key, true);
      const top = place.y(lane.line) - high(r);
      ctx.globalAlpha = end ? 0.75 : 0.45;
      ctx.fillStyle = this.colour(begin);
      ctx.fillRect(from, top, wide, row);
      ctx.globalAlpha = 1;
      if (!end && wide > 6) {
        ctx.fillStyle = this.ink.ground;
        [2, 5, 8].forEach(back => ctx.fillRect(from + wide - back, top, 1, row));
      }
      if (end?.severity === 'error') {
        ctx.fillStyle = this.ink.late;
        ctx.fillRect(from + wide - Math.min(3, wide), top, Math.min(3, wide), row);
      }
      if (wide > 44) {
        ctx.fillStyle = this.ink.ground;
        ctx.save();
        ctx.beginPath();
        ctx.rect(from, top, wide, row);
        ctx.clip();
        ctx.fillText(begin.type + (begin.comment ? ' ' + begin.comment : ''), from + 4, top + row / 2 + 0.5);
        ctx.restore();
      }
    }
    for (const [name, {labels}] of bars.byNode) {
      const {line} = this.lanes.get(name);
      labels.forEach(l => this.label(l.name, left + 4, place.y(line) - high(l.row) + row / 2));
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
      const lane = this.lanes.get(e.node);
      if (e.what === 'value') {
        const {top, height} = this.strip(lane, e.type);
        found.push({x, y: top + height / 2, event: e});
        continue;
      }
      const y = place.y(lane.line);
      found.push({x, y, event: e});
      const special = e.late || e.severity === 'error' || e.severity === 'warning' || e.shift_ns !== 0 || e.number === this.page.picked;
      const key = e.node + e.what + (e.type === 'stderr') + Math.round(x);
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
    } else if (e.severity === 'warning' || e.severity === 'error') {
      ctx.fillStyle = e.severity === 'error' ? ink.late : ink.warning;
      ctx.moveTo(x, y - 6);
      ctx.lineTo(x + 5, y);
      ctx.lineTo(x, y + 6);
      ctx.lineTo(x - 5, y);
    } else if (e.what === 'point' && e.type === 'stderr') {
      ctx.fillStyle = ink.late;
      ctx.rect(x - 3, y - 3, 6, 6);
    } else if (e.what === 'point') {
      ctx.arc(x, y, e.severity === 'debug' ? 2 : 3, 0, 7);
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
