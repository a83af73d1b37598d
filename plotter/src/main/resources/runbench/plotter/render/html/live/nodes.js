'use strict';
// The table of nodes.
const Nodes = {
  COLUMNS: ['node', 'state', 'exit', 'clock error bound', 'standard error', 'model', 'clock offset', 'measured', 'events', 'late', 'lost',
    'load / CPUs', 'memory available', 'packets lost', 'round trip', 'remarks'],

  /** The cells of a node's machine: text and style. */
  machine(m) {
    if (!m) return [[''], [''], [''], ['']];
    const scarce = m.memory_available_bytes !== null && m.memory_available_bytes < 0.05 * m.memory_total_bytes;
    return [m.load === null ? ['unknown'] : [m.load.toFixed(2) + ' / ' + m.cpus, m.load > m.cpus ? 'late' : ''],
      m.memory_available_bytes === null ? ['unknown'] : [Numbers.si(m.memory_available_bytes, 3, 'B'), scarce ? 'late' : ''],
      m.network_lost === null ? ['unknown'] : [Numbers.digits(m.network_lost, 12), m.network_lost ? 'late' : ''],
      [Numbers.si(m.round_trip_ns / 1e9, 3, 's')]];
  },

  show(status) {
    const signed = nanos => (nanos < 0 ? '−' : '') + Numbers.si(Math.abs(nanos) / 1e9, 3, 's');
    const nanos = value => value === null ? 'unknown' : signed(value);
    const count = value => value === null ? 'unknown' : Numbers.digits(value, 12);
    const tolerance = status.tolerance_ns;
    Dom.byId('nodes-head').replaceChildren(Dom.make('tr', {}, ...Nodes.COLUMNS.map(name => Dom.make('th', {scope: 'col'}, name))));
    Dom.byId('nodes').replaceChildren(...status.nodes.map(n => {
      const over = tolerance !== null && n.error_ns !== null && n.error_ns > tolerance;
      const bad = ['failed', 'lost'].includes(n.state) || n.exit;
      const cells = [[n.node], [n.state, bad ? 'late' : n.state === 'running' ? 'good' : ''], [n.exit === null ? '' : String(n.exit), n.exit ? 'late' : ''],
        [nanos(n.error_ns), over ? 'late' : ''], [nanos(n.err_stat_ns)], [n.how, n.how === 'expired' || n.how === 'stepped' ? 'late' : ''], [nanos(n.offset_ns)],
        [count(n.windows) + (n.windows === null ? '' : ' ×')], [count(n.events)], [count(n.late), n.late ? 'late' : ''], [count(n.lost), n.lost ? 'late' : ''], ...Nodes.machine(n.machine),
        [n.note]];
      return Dom.make('tr', {}, ...cells.map(([words, style]) => Dom.make('td', style ? {class: style} : {}, words)));
    }));
    const empty = status.nodes.length === 0;
    Dom.byId('nodes').closest('div').hidden = empty;
    const refused = Object.values(status.refused).reduce((a, b) => a + b, 0);
    Dom.byId('notes').textContent = [...status.notes, ...(empty ? ['no status of nodes and clocks'] : []),
      ...(tolerance === null ? [] : ['a clock is measured again before its error may exceed ' + signed(tolerance)]),
      ...(status.hold_ns === null ? [] : ['an event waits up to ' + signed(status.hold_ns) + ' for a slow node']),
      status.displays + (status.displays === 1 ? ' display' : ' displays'),
      ...(refused ? [refused + (refused === 1 ? ' request' : ' requests') + ' refused'] : [])].join('; ');
  },
};
