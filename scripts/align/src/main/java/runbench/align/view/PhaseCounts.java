package runbench.align.view;

import java.util.Arrays;
import runbench.parser.series.Period;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesReport;
import runbench.pas2p.phase.RankPhases;

/**
 * Divides what a rank's recording counted by phases. Between two samples counts are taken to come evenly, so a sample
 * that holds a border of a phase is divided by time; recording and trace are stamped by one clock, so no clock model is
 * needed.
 */
final class PhaseCounts implements SeriesCollector<PhaseCounts.Sums> {
    /**
     * Sums per phase; the last is what lies in no phase.
     *
     * @param count [phase][event]
     * @param least [phase][event]: of samples that lie in the phase as a whole
     * @param most [phase][event]: of all samples that touch it
     * @param runNanos running time of the rank's tasks
     * @param has [event]: it was counted
     */
    record Sums(double[][] count, double[][] least, double[][] most, double[] runNanos, boolean[] has) {}

    private final RankPhases phases;
    private final int rank;
    private final long startWall;
    private final int leadingGroup;
    private final Sums sums;
    /** Of the period at hand, by phase. */
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

    /** Fills in the shares of the phases that a stretch of time touches. @return how many these are */
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
