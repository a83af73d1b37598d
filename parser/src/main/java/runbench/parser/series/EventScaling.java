package runbench.parser.series;

/**
 * Estimates what one event counted in the time in which it was not measured, because other groups had the counters or
 * its counter jumped, from the rates before and after.
 *
 * <p>Counts and times are added up over whole rotations, never scaled period by period: the counts of a period of which
 * 3 % were measured say hardly anything, and least when they were taken while the caches were still cold. A stretch
 * without measurement is taken to have the mean rate of the rotations around it, so that phases that last longer than a
 * rotation are followed; how far neighbouring rotations differ tells how far that may be wrong (successive differences,
 * the usual variance of systematic samples).
 */
final class EventScaling {
    /** Measured time of a rotation. The kernel lets a group count for 1 to 4 ms at a time. */
    private static final double LEAST_NANOS = 1e6;
    /**
     * Longer than the kernel lets a group count, so that a rotation ends where the group has to leave the counters: cut
     * elsewhere, the next one would consist of its cold start alone. Rates of what lies further away say little.
     */
    private static final double MOST_NANOS = 100e6;
    /** Share of a rotation without measurement below which the clocks of group and task merely differ. */
    private static final double LEAST_GAP = 0.02;
    private static final int LEAST_ROTATIONS = 3;

    private long count;
    private double measured;
    private double all;
    private long faults;

    /**
     * What the newest gap adds to the error of the estimate, one standard deviation with its sign; 0 where none was
     * filled.
     */
    private double step;

    private double estimate;
    private double variance;
    private int rotations;

    /** The rotation that is not complete yet. */
    private double newCount;
    private double newMeasured;
    private double newAll;

    /** Rate of the last complete one per ns, its measured time, and the time in it without measurement. */
    private double rate = Double.NaN;
    private double rateMeasured;
    private double gap;

    void add(long counted, double measuredNanos, long nanos, boolean fault) {
        step = 0;
        count += counted;
        measured += measuredNanos;
        all += nanos;
        faults += fault ? 1 : 0;
        newCount += counted;
        newMeasured += measuredNanos;
        newAll += nanos;
        if (newMeasured >= MOST_NANOS || newMeasured >= LEAST_NANOS && newAll - newMeasured > LEAST_GAP * newAll) {
            complete();
        }
    }

    private void complete() {
        double now = newCount / newMeasured;
        fillGap(now);
        rate = now;
        rateMeasured = newMeasured;
        gap = Math.max(0, newAll - newMeasured);
        newCount = 0;
        newMeasured = 0;
        newAll = 0;
    }

    private void fillGap(double next) {
        if (gap == 0) {
            return;
        }
        estimate += gap * (rate + next) / 2;
        // A gap shorter than what was measured beside it differs more from its surroundings than these do from one
        // another.
        step = gap * (rate - next) * Math.sqrt((1 + rateMeasured / gap) / 2);
        variance += step * step;
        rotations++;
        gap = 0;
    }

    /** Estimate of the count in all the time so far. */
    double soFar() {
        double latest = !Double.isNaN(rate) ? rate : newMeasured > 0 ? newCount / newMeasured : 0;
        return count + estimate + latest * (gap + Math.max(0, newAll - newMeasured));
    }

    double step() {
        return step;
    }

    /** What a standard deviation is to be multiplied by for 95 %; NaN where too few rotations were seen. */
    double quantile() {
        return rotations < LEAST_ROTATIONS ? Double.NaN : quantile(rotations);
    }

    long faults() {
        return faults;
    }

    CountEstimate estimate(long faultsInAll, double shareOfGroup) {
        double share = all > 0 && faults > 0 ? Math.min(shareOfGroup, measured / all) : shareOfGroup;
        if (all > 0 && measured == 0) {
            return new CountEstimate(Double.NaN, Double.NaN, share, faultsInAll);
        }
        if (share == 1) {
            return new CountEstimate(count, 0, 1, faultsInAll);
        }
        double last = Double.isNaN(rate) ? count / measured : rate;
        double rest = gap * last + Math.max(0, newAll - newMeasured) * last;
        double error = quantile() * Math.sqrt(variance);
        return new CountEstimate(count + estimate + rest, error, share, faultsInAll);
    }

    /** Of Student's t at 97.5 %, after Cornish and Fisher; within 2 % for three degrees of freedom and more. */
    private static double quantile(int degrees) {
        double z = 1.959964;
        double z3 = z * z * z;
        return z + (z3 + z) / (4 * degrees) + (5 * z3 * z * z + 16 * z3 + 3 * z) / (96.0 * degrees * degrees);
    }
}
