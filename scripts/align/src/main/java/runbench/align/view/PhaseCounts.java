package runbench.align.view;

import java.util.Arrays;
import runbench.parser.series.Period;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesReport;
import runbench.pas2p.phase.RankPhases;

/**
 * Divides the counts of a rank's recording by phases. Counts are assumed to be uniform between two samples, so a sample
 * that contains a phase boundary is divided by time. Recording and trace are stamped by one clock, so no clock model is
 * needed.
 */
final class PhaseCounts implements SeriesCollector<PhaseCounts.Sums> {
    /**
     * Sums per phase; the last entry is outside all phases.
     *
     * @param count [phase][event] counts
     * @param least [phase][event] counts of samples that are entirely within the phase
     * @param most [phase][event] counts of all samples that overlap it
     * @param runNanos running time of the rank's tasks, ns
     * @param has [event] the event was counted
     */
    record Sums(double[][] count, double[][] least, double[][] most, double[] runNanos, boolean[] has) {}

    private final RankPhases phases;
    private final int rank;
    private final long startWall;
    private final int leadingGroup;
    private final Sums sums;
    /** Shares of the current period, by phase. */
    private final double[] share;
    private final int[] touched;

    PhaseCounts(Periods periods, RankPhases phases, int rank) {
        this.phases = phases;
        this.rank = rank;
        startWall = periods.startWallNanos();
        leadingGroup = periods.leadingGroup();
        int kinds = phases.phases() + 1;
        int events = periods.events().size();
        sums = new Sums(new double[kinds][events], new double[kinds][events], new double[kinds][events],
                new double[kinds], new boolean[events]);
        for (int e = 0; e < events; e++) {
            sums.has[e] = periods.events().get(e).counted();
        }
        share = new double[kinds];
        touched = new int[kinds];
    }

    @Override
    public PeriodVisitor periods() {
        return this::period;
    }

    @Override
    public Sums result(SeriesReport report) {
        return sums;
    }

    private void period(Period p) {
        int n = divide(startWall + p.wallNanos() - p.wallDeltaNanos(), startWall + p.wallNanos());
        for (int i = 0; i < n; i++) {
            int kind = touched[i];
            double part = n == 1 ? 1 : Math.min(1, share[kind]);
            if (p.group() == leadingGroup) {
                sums.runNanos[kind] += part * p.runDeltaNanos();
            }
            for (int e = 0; e < sums.has.length; e++) {
                if (p.has(e)) {
                    double count = p.estimate(e);
                    sums.count[kind][e] += part * count;
                    sums.least[kind][e] += n == 1 ? count : 0;
                    sums.most[kind][e] += count;
                }
            }
        }
    }

    /**
     * Computes the shares of the phases that overlap a time span.
     *
     * @return number of overlapping phases
     */
    private int divide(long from, long to) {
        int n = 0;
        int none = phases.phases();
        double length = to - from;
        Arrays.fill(share, 0);
        if (length <= 0) {
            int at = phases.stretchAt(rank, to);
            touched[0] = at >= 0 && to <= phases.endNodeNanos(rank, at) ? phases.phase(rank, at) : none;
            share[touched[0]] = 1;
            return 1;
        }
        double inside = 0;
        for (int i = Math.max(0, phases.stretchAt(rank, from)); i < phases.stretches(rank)
                && phases.startNodeNanos(rank, i) < to; i++) {
            double part = (Math.min(to, phases.endNodeNanos(rank, i)) - Math.max(from, phases.startNodeNanos(rank, i)))
                    / length;
            if (part > 0) {
                int kind = phases.phase(rank, i);
                n = touch(n, kind);
                share[kind] += part;
                inside += part;
            }
        }
        if (inside < 1 - 1e-12) {
            n = touch(n, none);
            share[none] = 1 - inside;
        }
        return n;
    }

    private int touch(int n, int kind) {
        if (share[kind] == 0) {
            touched[n] = kind;
            return n + 1;
        }
        return n;
    }
}
