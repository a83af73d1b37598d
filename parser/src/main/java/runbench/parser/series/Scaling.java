package runbench.parser.series;

import java.util.Arrays;
import java.util.stream.IntStream;
import runbench.parser.series.SeriesReport.CountEstimate;
import runbench.parser.series.SeriesReport.EstimateErrors;

/** Estimates the count of each event in the whole running time from its count in the measured time. */
final class Scaling {
    private static final int[] NONE = {};

    private final EventScaling[] events;
    /**
     * Covariance of the errors of the estimates; 0 for events of different groups, which are measured at different
     * times.
     */
    private final double[][] covariance;

    Scaling(int events) {
        this.events = IntStream.range(0, events).mapToObj(e -> new EventScaling()).toArray(EventScaling[]::new);
        covariance = new double[events][events];
    }

    void add(Period p) {
        for (int e : p.about()) {
            events[e].add(p.count(e), p.measuredNanos(e), p.runDeltaNanos, p.isFaulty(e));
        }
        for (int e : p.about()) {
            double step = events[e].step();
            for (int f : step == 0 ? NONE : p.about()) {
                covariance[e][f] += step * events[f].step();
            }
        }
    }

    /** Returns the correlated errors of the estimates. */
    EstimateErrors errors() {
        return new EstimateErrors(covariance, Arrays.stream(events).mapToDouble(EventScaling::quantile).toArray());
    }

    /** Returns the estimated count of an event in the running time so far. */
    double soFar(int event) {
        return events[event].soFar();
    }

    /** Returns the number of readings of an event that were left out. */
    long faults(int event) {
        return events[event].faults();
    }

    /**
     * @param faults number of readings left out; may be more than were added here
     * @param share share of the running time in which the event's group was on the counters, 0..1
     */
    CountEstimate estimate(int event, long faults, double share) {
        return events[event].estimate(faults, share);
    }

    /**
     * Estimates the count of one event in the time without measurement from the rates before and after. An event is not
     * measured while other groups use the counters, and while its counter jumps.
     *
     * <p>Counts and times are summed over whole rotations. Scaling single periods would be wrong: the counts of a
     * period of which 3 % were measured have a large error, most of all while the caches are cold. The rate in an
     * interval without measurement is the mean rate of the rotations around it, so the estimate follows phases that
     * last longer than a rotation. Its error comes from the differences of neighbouring rotations (successive
     * differences, the usual variance of systematic samples).
     */
    private static final class EventScaling {
        /** Measured time of a rotation, ns. The kernel lets a group count for 1 to 4 ms. */
        private static final double MIN_ROTATION_NS = 1e6;
        /**
         * Maximum time of a rotation, longer than the kernel lets a group count. A rotation thus ends when the group
         * leaves the counters; otherwise the next rotation could consist of a cold start only. Rates of more distant
         * times say little.
         */
        private static final double MAX_ROTATION_NS = 100e6;
        /** Share of a rotation without measurement below which the clocks of group and task merely differ. */
        private static final double MIN_GAP_SHARE = 0.02;
        private static final int MIN_ROTATIONS = 3;

        private long count;
        private double measured;
        private double all;
        private long faults;

        /**
         * Contribution of the newest gap to the error of the estimate, one signed standard deviation; 0 if no gap was
         * filled.
         */
        private double step;

        private double estimate;
        private double variance;
        private int rotations;

        /** The incomplete current rotation. */
        private double newCount;
        private double newMeasured;
        private double newAll;

        /** Rate of the last complete rotation per ns, its measured time, and its time without measurement, ns. */
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
            if (newMeasured >= MAX_ROTATION_NS
                    || newMeasured >= MIN_ROTATION_NS && newAll - newMeasured > MIN_GAP_SHARE * newAll) {
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
            // A gap shorter than the adjacent measurement differs more from its neighbours than the neighbours differ
            // from each other.
            step = gap * (rate - next) * Math.sqrt((1 + rateMeasured / gap) / 2);
            variance += step * step;
            rotations++;
            gap = 0;
        }

        /** Returns the estimated count in the whole time so far. */
        double soFar() {
            double latest = !Double.isNaN(rate) ? rate : newMeasured > 0 ? newCount / newMeasured : 0;
            return count + estimate + latest * (gap + Math.max(0, newAll - newMeasured));
        }

        double step() {
            return step;
        }

        /** Returns the factor from a standard deviation to a 95 % interval; NaN if too few rotations were recorded. */
        double quantile() {
            return rotations < MIN_ROTATIONS ? Double.NaN : quantile(rotations);
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

        /**
         * Returns Student's t at 97.5 %, by the expansion of Cornish and Fisher; within 2 % for three degrees of
         * freedom and more. It is called per period, where the exact distribution would be too slow.
         */
        private static double quantile(int degrees) {
            double z = 1.959964;
            double z3 = z * z * z;
            return z + (z3 + z) / (4 * degrees) + (5 * z3 * z * z + 16 * z3 + 3 * z) / (96.0 * degrees * degrees);
        }
    }
}
