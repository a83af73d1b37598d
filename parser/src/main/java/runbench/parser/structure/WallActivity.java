package runbench.parser.structure;

import java.util.Optional;
import runbench.parser.record.Kind;
import runbench.parser.series.OffCpu;
import runbench.parser.series.Period;
import runbench.parser.series.Periods;
import runbench.parser.series.Scheduling;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesCollector.RecordVisitor;

/**
 * The waiting and the ready time of a program in equal bins of wall time. It comes from the records of context
 * switches, or from the clocks of the samples if the program has one task that was hardly ever ready without a CPU.
 * Ready time is not waiting time: it depends on other programs.
 */
final class WallActivity {
    /** Maximum share of ready time in the off-CPU time, if only the clocks of samples tell when a task was off. */
    private static final double MAX_READY = 0.2;

    private final Periods periods;
    private final double[] waiting = new double[WaitingCycleSearch.BINS];
    private final double[] ready = new double[WaitingCycleSearch.BINS];
    private final double width;
    private final long start;
    private final Scheduling scheduling;

    private WallActivity(Periods periods, boolean fromSwitches) {
        this.periods = periods;
        start = periods.startWallNanos();
        width = Math.max(1, periods.extent().wallNanos()) / (double) waiting.length;
        scheduling = fromSwitches ? new Scheduling((task, state, from, to) -> {
            if (task == Kind.ALL_TASKS && state != Scheduling.State.ON_CPU) {
                spread(state == Scheduling.State.WAITING ? waiting : ready, from - start, to - start, 1);
            }
        }) : null;
    }

    /** Returns the activity to fill; empty if the program was hardly off the CPUs or if its waits are unknown. */
    static Optional<WallActivity> of(Periods periods) {
        return periods.offCpu().filter(OffCpu::isNoteworthy).flatMap(off -> switch (off.source()) {
            case SWITCHES -> Optional.of(new WallActivity(periods, true));
            case DIFFERENCE_AND_RUN_DELAY, DIFFERENCE, NONE ->
                showWaits(off) ? Optional.of(new WallActivity(periods, false)) : Optional.empty();
        });
    }

    /** Returns whether the clocks of the samples show when the program waited. */
    static boolean showWaits(OffCpu off) {
        return off.source() == OffCpu.Source.DIFFERENCE_AND_RUN_DELAY && off.readyS() <= MAX_READY * off.offCpuS();
    }

    /** Returns the visitor of records; null if the activity comes from the periods. */
    RecordVisitor records() {
        return scheduling == null ? null : scheduling::record;
    }

    /** Returns the visitor of periods; null if the activity comes from the records. */
    PeriodVisitor periods() {
        return scheduling == null ? this::period : null;
    }

    /** Returns the cycle of computing and waiting, after the pass. */
    Optional<Structure.WaitingCycle> cycle() {
        if (scheduling != null) {
            scheduling.finish();
        }
        return new WaitingCycleSearch(waiting, ready, width / 1e9).find();
    }

    /**
     * Spreads the waiting time over the whole period: a sample does not tell when within its period the task waited.
     */
    private void period(Period p) {
        long waited = p.wallDeltaNanos() - p.runDeltaNanos();
        if (p.group() == periods.leadingGroup() && waited > 0) {
            spread(waiting, p.wallNanos() - p.wallDeltaNanos(), p.wallNanos(), (double) waited / p.wallDeltaNanos());
        }
    }

    /** Adds a share of the time from {@code from} to {@code to}, ns since the start, s. */
    private void spread(double[] time, double from, double to, double share) {
        int first = (int) Math.max(0, Math.min(time.length - 1, from / width));
        int last = (int) Math.max(0, Math.min(time.length - 1, to / width));
        for (int b = first; b <= last; b++) {
            time[b] += share * Math.max(0, Math.min(to, (b + 1) * width) - Math.max(from, b * width)) / 1e9;
        }
    }
}
