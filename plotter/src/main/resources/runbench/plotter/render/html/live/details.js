'use strict';
// All facts about one event's time, so that the correction can be verified.
const Details = {
  HOW: {
    identity: 'not corrected: the reference\'s own clock, or a clock without measurements',
    interpolated: 'between two consistent measurements of the clock',
    predicted: 'from the last measurement of the clock, within the tolerance',
    expired: 'so long after the last measurement of the clock that the error may exceed the tolerance',
    stepped: 'the clock was set or its rate changed: no guaranteed bound',
  },

  /** Returns the larger side of the interval in seconds. */
  error: e => Math.max(-e.early, e.high),

  /** @param around shows only the events around a time */
  of(e, around) {
    const signed = seconds => (seconds < 0 ? '−' : '+') + Numbers.si(Math.abs(seconds), 4, 's');
    const known = Number.isFinite(Details.error(e));
    const rows = [
      ['recorded: monotonic clock', Details.digits(e.monotonic_ns) + ' ns (CLOCK_MONOTONIC of ' + e.node + ')'],
      ['recorded: wall clock', Details.digits(e.wall_ns) + ' ns = ' + Details.utc(e.wall_ns) + ' by ' + e.node + '\'s own clock'],
      ['corrected by the clock\'s model', Details.digits(e.ref_ns) + ' ns of the reference, ' + e.stamp.toFixed(9) + ' s since the first event'],
      ['statistical error', e.err_stat_ns === undefined ? 'unknown' : '±' + Numbers.si(e.err_stat_ns / 1e9, 3, 's')],
      ['guaranteed interval', known ? signed(e.early) + ' to ' + signed(e.high) : 'no guaranteed bound'],
      ['clock model', e.how + ': ' + (Details.HOW[e.how] ?? '')],
      ['moved to keep the message order', e.shift_ns === 0 ? 'no' : 'by ' + signed(e.shift_ns / 1e9) + ': a receive must not precede its send'],
      ['shown at', e.corrected.toFixed(9) + ' s corrected; ' + e.recorded.toFixed(9) + ' s as recorded'],
      ['late', e.late ? 'yes: it arrived after later events' : 'no'],
      ['process and thread', e.pid + ', ' + e.tid],
      ...(e.id ? [['id', e.id]] : []),
      ...(e.parent ? [['parent', e.parent]] : []),
      ...(e.value === undefined ? [] : [['value', String(e.value)]]),
      ...(e.severity ? [['severity', e.severity]] : []),
      ...Object.entries(e.fields ?? {}).map(([name, value]) => ['field ' + name, String(value)]),
      ...(e.fields_cut ? [['fields', 'truncated: they exceeded the space of an event']] : []),
      ...(e.comment ? [['comment', e.comment]] : []),
    ];
    const list = Dom.make('dl', {}, ...rows.flatMap(([name, value]) => [Dom.make('dt', {}, name), Dom.make('dd', {}, value)]));
    return [list, Dom.button('Only 500 ms around it', 'show only the events within 500 ms of this one', () => around(e.corrected))];
  },

  digits: text => text.replace(/\B(?=(\d{3})+$)/g, Numbers.THIN),

  utc(nanos) {
    const whole = BigInt(nanos) / 1000000n;
    const rest = String(BigInt(nanos) % 1000000n).padStart(6, '0');
    const date = new Date(Number(whole));
    return Number.isNaN(date.getTime()) ? '?' : date.toISOString().slice(0, 23).replace('T', ' ') + rest + ' UTC';
  },
};
