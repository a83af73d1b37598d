package runbench.parser.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.parser.record.Kind;
import runbench.parser.series.OffCpu;
import runbench.parser.series.Period;
import runbench.parser.series.Periods;
import runbench.parser.series.Scheduling;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesCollector.RecordVisitor;

/**
 * The running time of a program along wall time: it gives the wall time of each position in running time, and the waits
 * between. Waits come from the records of context switches, or from the clocks of the samples, as in
 * {@link WallActivity}; where neither shows them, there are none.
 */
final class WallPositions {
    /** Number of bins of wall time. */
    private static final int BINS = 1 << 16;
    /** Shortest wait that is a part of its own, as a share of the wall time: 5 of the 1000 columns of a chart. */
    private static final double MIN_WAIT = 0.005;
    /**
     * Weight of computing inside of a wait, relative to waiting outside of waits: a timer that wakes the program up for
     * a moment does not end a wait, but a burst that a person sees does.
     */
    private static final double COMPUTING_WEIGHT = 20;

    private final Periods periods;
    private final boolean knowsWaits;
    private final Scheduling scheduling;
    private final double width;
    private final long start;
    /** Running time of all tasks in each bin, ns; after the pass, at its start and at the end of the last. */
    private double[] ran = new double[BINS + 1];
    private final double[] computing = new double[BINS];
    private final double[] waiting = new double[BINS];

    /**
     * An interval in which the program waits, until it computes again.
     *
     * @param from start of the interval, s of wall time
     * @param to end of the interval
     */
    record Wait(double from, double to) {
        double middle() {
            return (from + to) / 2;
        }
    }

    /** @param periods periods of tasks, with times */
    WallPositions(Periods periods) {
        this.periods = periods;
        start = periods.startWallNanos();
        width = Math.max(1, periods.extent().wallNanos()) / (double) BINS;
        OffCpu off = periods.offCpu().orElse(null);
        boolean fromSwitches = off != null && off.source() == OffCpu.Source.SWITCHES;
        knowsWaits = fromSwitches || off != null && WallActivity.showWaits(off);
        scheduling = fromSwitches ? new Scheduling((task, state, from, to) -> {
            if (task == Kind.ALL_TASKS && state != Scheduling.State.READY) {
                spread(state == Scheduling.State.WAITING ? waiting : computing, from - start, to - start, to - from);
            }
        }) : null;
    }

    /** Returns the visitor of records; null if the recording has no switches. */
    RecordVisitor records() {
        return scheduling == null ? null : scheduling::record;
    }

    PeriodVisitor periods() {
        return this::period;
    }

    /** Places the running time of a period at its end, as the curves do. */
    private void period(Period p) {
        if (p.group() != periods.leadingGroup()) {
            return;
        }
        double run = Math.min(p.runDeltaNanos(), p.wallDeltaNanos());
        double from = p.wallNanos() - run;
        spread(ran, from, p.wallNanos(), p.runDeltaNanos());
        if (scheduling == null) {
            spread(computing, from, p.wallNanos(), run);
            spread(waiting, p.wallNanos() - p.wallDeltaNanos(), from, p.wallDeltaNanos() - run);
        }
    }

    /** Spreads a time over the bins from {@code from} to {@code to}, ns since the start. */
    private void spread(double[] into, double from, double to, double nanos) {
        int first = (int) Math.max(0, Math.min(BINS - 1, from / width));
        int last = (int) Math.max(0, Math.min(BINS - 1, to / width));
        for (int b = first; b <= last; b++) {
            double part = Math.min(to, (b + 1) * width) - Math.max(from, b * width);
            into[b] += to > from ? nanos * Math.max(0, part) / (to - from) : nanos;
        }
    }

    /** Ends the pass; the other methods are valid after it. */
    void finish() {
        if (scheduling != null) {
            scheduling.finish();
        }
        double[] sums = new double[BINS + 1];
        for (int b = 0; b < BINS; b++) {
            sums[b + 1] = sums[b] + ran[b] / 1e9;
        }
        ran = sums;
    }

    /** Returns the wall time at which a running time is reached, s. */
    double wall(double run) {
        int found = Arrays.binarySearch(ran, Math.min(run, ran[BINS]));
        int bin = Math.max(0, Math.min(BINS - 1, found >= 0 ? found : -found - 2));
        double length = ran[bin + 1] - ran[bin];
        return (bin + (length > 0 ? Math.max(0, Math.min(1, (run - ran[bin]) / length)) : 0)) * width / 1e9;
    }

    /** Returns the running time at a wall time, s. */
    double run(double wall) {
        double at = Math.max(0, Math.min(BINS, wall * 1e9 / width));
        int bin = (int) Math.min(BINS - 1.0, at);
        return ran[bin] + (at - bin) * (ran[bin + 1] - ran[bin]);
    }

    /**
     * Returns the waits that a person sees, in order: the division of the run into waits and the rest with the least
     * time on the wrong side, at a cost of half the shortest wait per border.
     *
     * @param shortest shortest wait, s; those below {@value #MIN_WAIT} of the wall time are not parts either
     */
    List<Wait> waits(double shortest) {
        List<Wait> waits = new ArrayList<>();
        if (!knowsWaits) {
            return waits;
        }
        double border = Math.max(shortest * 1e9, MIN_WAIT * BINS * width) / 2;
        boolean[] leaves = new boolean[BINS]; // The best division that computes in a bin waited in the one before.
        boolean[] enters = new boolean[BINS];
        double outside = 0;
        double inside = border;
        for (int b = 0; b < BINS; b++) {
            leaves[b] = inside + border < outside;
            enters[b] = outside + border < inside;
            double out = Math.min(outside, inside + border) + waiting[b];
            inside = Math.min(inside, outside + border) + COMPUTING_WEIGHT * computing[b];
            outside = out;
        }
        boolean isWait = inside < outside;
        int end = BINS;
        for (int b = BINS - 1; b >= 0; b--) {
            if (isWait && (enters[b] || b == 0)) {
                waits.add(0, new Wait(b * width / 1e9, end * width / 1e9));
            }
            if (isWait ? enters[b] : leaves[b]) {
                isWait = !isWait;
                end = b;
            }
        }
        return waits;
    }
}
