'use strict';
// The phases over time: one row for all lanes, or one per lane.
class PhaseStrip {
  constructor(data) {
    const rows = data.phaseRows.length;
    this.data = data;
    this.title = '';
    this.row = rows === 1 ? 22 : rows <= NAMED_ROWS ? 15 : Math.max(2, Math.floor(320 / rows));
    this.height = this.row * rows;
  }

  paint(context, view, width) {
    const {data, row} = this;
    data.phaseRows.forEach((_, i) => {
      const faint = data.phases.perLane && data.lanes[i].caveat !== '';
      for (const run of data.phaseRuns(i, view, width)) {
        const other = view.phase >= 0 && run.code - 1 !== view.phase;
        context.globalAlpha = other ? 0.22 : faint ? 0.45 : 1;
        context.fillStyle = run.code ? data.phases.colours[run.code - 1] : data.theme.noPhase;
        context.fillRect(run.from, i * row, run.to - run.from, row - (row > 4 ? 1 : 0));
        if (run.code && row >= 12 && run.to - run.from >= data.theme.labelledInterval) {
          context.fillStyle = data.theme.onPhase;
          context.textAlign = 'center';
          context.textBaseline = 'middle';
          context.fillText(data.phases.ids[run.code - 1], (run.from + run.to) / 2, (i + 0.5) * row, run.to - run.from - 4);
        }
      }
      context.globalAlpha = 1;
      if (row >= 12) {
        Place.rowName(context, data.phases.perLane ? data.lanes[i].name : 'phases', (i + 0.5) * row, data.theme.muted);
      }
    });
  }

  rowAt(y) {
    return Math.max(0, Math.min(this.data.phaseRows.length - 1, Math.floor(y / this.row)));
  }
}

// The states of the program over time: on a CPU, ready to run, waiting.
class StateStrip {
  constructor(data) {
    this.data = data;
    this.title = '';
    this.height = 22;
  }

  paint(context, view, width) {
    const {data, height} = this;
    for (const run of data.runs(data.stateRows[0], view, width)) {
      context.fillStyle = run.code ? data.states.colours[run.code - 1] : data.theme.noPhase;
      context.fillRect(run.from, 0, run.to - run.from, height - 1);
      if (run.code && run.to - run.from >= data.theme.labelledInterval) {
        context.fillStyle = data.theme.onPhase;
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        context.fillText(data.states.ids[run.code - 1], (run.from + run.to) / 2, height / 2, run.to - run.from - 4);
      }
    }
    Place.rowName(context, 'state', height / 2, data.theme.muted);
  }
}
