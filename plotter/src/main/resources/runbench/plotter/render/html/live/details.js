'use strict';
// All that is known of one event's time, side by side, so that the correction can be checked.
const Details = {
  HOW: {
    identity: 'taken as it is: the reference\'s own clock, or one that nobody compared',
    interpolated: 'between two measurements of the clock that agree',
    predicted: 'from the last measurement of the clock, within the tolerance',
    expired: 'so long after the last measurement of the clock that the error may be beyond the tolerance',
    stepped: 'the clock was set or changed its rate: nothing is guaranteed',
  },

  /** Half the width of the interval, or more where it is lopsided; s. */
  error: e => Math.max(-e.early, e.high),

  of(e) {
    const signed = seconds => (seconds < 0 ? '−' : '+') + Numbers.si(Math.abs(seconds), 4, 's');
    const known = Number.isFinite(Details.error(e));
    const rows = [
      ['recorded: monotonic clock', Details.digits(e.monotonic_ns) + ' ns (CLOCK_MONOTONIC of ' + e.node + ')'],
      ['recorded: wall clock', Details.digits(e.wall_ns) + ' ns = ' + Details.utc(e.wall_ns) + ' by ' + e.node + '\'s own clock'],
      ['corrected by the clock\'s model', Details.digits(e.ref_ns) + ' ns of the reference, ' + e.stamp.toFixed(9) + ' s since the first event'],
      ['statistical error', e.err_stat_ns === undefined ? 'not known' : '±' + Numbers.si(e.err_stat_ns / 1e9, 3, 's')],
      ['interval, which holds the truth', known ? signed(e.early) + ' to ' + signed(e.high) : 'nothing is guaranteed'],
      ['how the clock was known', e.how + ': ' + (Details.HOW[e.how] ?? '')],
      ['moved for the order of messages', e.shift_ns === 0 ? 'no' : 'by ' + signed(e.shift_ns / 1e9) + ': no receive stands before its send'],
      ['shown at', e.corrected.toFixed(9) + ' s corrected; ' + e.recorded.toFixed(9) + ' s as recorded'],
      ['late', e.late ? 'yes: it came behind events that come after it' : 'no'],
      ['process and thread', e.pid + ', ' + e.tid],
      ...(e.id ? [['id', e.id]] : []),
      ...(e.comment ? [['comment', e.comment]] : []),
    ];
    return Dom.make('dl', {}, ...rows.flatMap(([name, value]) => [Dom.make('dt', {}, name), Dom.make('dd', {}, value)]));
  },

  digits: text => text.replace(/\B(?=(\d{3})+$)/g, Numbers.THIN),

  utc(nanos) {
    const whole = BigInt(nanos) / 1000000n;
    const rest = String(BigInt(nanos) % 1000000n).padStart(6, '0');
    const date = new Date(Number(whole));
    return Number.isNaN(date.getTime()) ? '?' : date.toISOString().slice(0, 23).replace('T', ' ') + rest + ' UTC';
  },
};
