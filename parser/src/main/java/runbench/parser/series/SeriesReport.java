package runbench.parser.series;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The totals of one pass over a recording. Lists per event are in the order of {@link Periods#events()}.
 *
 * @param runNanos running time of the program over all tasks and CPUs, ns (or instructions)
 * @param runNanosOf per event, the running time over which it was counted, ns; in merged recordings, that of the run
 *     which counted it
 * @param wallNanos from the start of the run to its last record, ns
 * @param countedNanos part of it in which the counters were enabled, ns
 * @param counted sum of all differences per event
 * @param finals final count per event as read from the counters; null if the recording does not contain it or if a
 *     counter jumped
 * @param estimates per event, the estimated count in the whole running time
 * @param notCounted per event, the reason why the recorded count is not valid; null if it is valid
 * @param errors the correlated errors of the estimates
 * @param peaks per event, the highest rate of the whole program
 * @param discrepancies messages about sums that differ from the final count and about values that jumped or decreased
 * @param gaps number of intervals longer than 1.5 nominal periods of wall time without a record of any task: nothing
 *     ran, or samples are missing
 * @param disordered number of periods that end before the previous one: their records were written later than one flush
 *     interval
 * @param lost number of records that the kernel reported as dropped
 * @param throttled number of times the kernel throttled sampling
 * @param switches context switches recorded
 * @param tasks in order of appearance
 */
public record SeriesReport(long runNanos, List<Long> runNanosOf, long wallNanos, long countedNanos, List<Long> counted,
        List<Long> finals, List<CountEstimate> estimates, List<String> notCounted, EstimateErrors errors,
        List<PeakRate> peaks, List<String> discrepancies, long gaps, long disordered, long lost, long throttled,
        long switches, List<TaskInfo> tasks) {

    public AxisExtent extent() {
        return new AxisExtent(runNanos, wallNanos);
    }

    /** Returns whether the count of an event is valid. It is not if the counter did not advance. */
    public boolean isCounted(int event) {
        return notCounted.get(event) == null;
    }

    /** Returns the count of each event over the whole running time; NaN if the event was never measured. */
    public List<Double> estimated() {
        return estimates.stream().map(CountEstimate::count).toList();
    }

    /** Returns, per event, the share of the running time in which it was counted, 0..1. */
    public List<Double> shareMeasured() {
        return estimates.stream().map(CountEstimate::share).toList();
    }

    /**
     * Returns the mean rate of an event over the whole run, per ns (or instruction) of running time. The rate of a
     * multiplexed event is a scaled estimate.
     *
     * @param clock whether the count is a time; the rate is then over counted wall time and gives the mean number of
     *     busy CPUs
     * @return NaN without any time
     */
    public double meanRate(int event, boolean clock) {
        long length = clock ? countedNanos : runNanosOf.get(event);
        return length > 0 ? estimates.get(event).count() / length : Double.NaN;
    }

    /** Returns whether the differences of every counted event add up to its final count. */
    public boolean exact() {
        return discrepancies.isEmpty() && finals.stream().anyMatch(Objects::nonNull);
    }

    /**
     * The covariance of the errors of estimated counts. Events of one group are counted at the same times, so a ratio
     * of two of them has a smaller relative error than either.
     */
    public static final class EstimateErrors {
        private final double[][] covariance;
        private final double[] quantile;

        /** @param quantile by event, Student's factor of a 95 % interval; NaN if too few rotations were recorded */
        EstimateErrors(double[][] covariance, double[] quantile) {
            this.covariance = covariance;
            this.quantile = quantile;
        }

        /**
         * Returns half the width of the 95 % confidence interval of a sum of estimated counts.
         *
         * @param weights by event; 0 for events that are exact or not in the sum
         * @return NaN if too few rotations were recorded of one event
         */
        public double ofSum(double[] weights) {
            double variance = 0;
            double factor = 0;
            for (int e = 0; e < weights.length; e++) {
                if (weights[e] == 0) {
                    continue;
                }
                factor = Math.max(factor, quantile[e]); // NaN remains NaN
                for (int f = 0; f < weights.length; f++) {
                    variance += weights[e] * weights[f] * covariance[e][f];
                }
            }
            return factor * Math.sqrt(Math.max(0, variance));
        }
    }

    /**
     * The count of an event over the whole running time.
     *
     * @param count exact if {@code share} is 1; NaN if the event was never measured
     * @param error half the width of the 95 % confidence interval, from the spread between rotations of the groups; 0
     *     if the count is exact, NaN if too few rotations were recorded
     * @param share of the running time in which it was counted, 0..1
     * @param faults number of readings that were left out because no CPU can count that fast
     */
    public record CountEstimate(double count, double error, double share, long faults) {
        static final CountEstimate NONE = new CountEstimate(Double.NaN, Double.NaN, 0, 0);

        /** Returns whether the count is an estimate, not exact. */
        public boolean estimated() {
            return share < 1 || faults > 0;
        }
    }

    /**
     * The extent of a recording from the start of the run.
     *
     * @param runNanos running time of the program over all tasks and CPUs, ns (or instructions)
     * @param wallNanos to the last record, ns
     */
    public record AxisExtent(long runNanos, long wallNanos) {}

    /**
     * One task (thread) of the program.
     *
     * @param task serial number in the recording
     * @param tid thread id
     * @param pid process id; -1 if unknown
     * @param parent serial number of the parent task; -1 for the first task
     * @param name last name of the task
     * @param startS wall time of its start since the start of the run, s; null if it was not recorded
     * @param endS wall time of its end since the start of the run, s; null if it was not recorded
     * @param runS running time, s; null if unknown
     * @param periods number of samples of this task alone
     * @param counts counts by name of the event, without events that were not counted; null if the task was counted
     *     only together with others
     * @param reason reason why running time and counts are unknown or not of the whole task; null if they are
     */
    public record TaskInfo(int task, int tid, int pid, int parent, String name, @JsonProperty("start_s") Double startS,
            @JsonProperty("end_s") Double endS, @JsonProperty("run_s") Double runS, long periods,
            Map<String, Long> counts, @JsonInclude(JsonInclude.Include.NON_NULL) String reason) {
        /**
         * Returns the wall time between start and end in which the task did not run, s; null if it is unknown, as that
         * of a task that was counted for a part of its time.
         */
        @JsonProperty("off_cpu_s")
        public Double offCpuS() {
            return startS == null || endS == null || runS == null || reason != null ? null
                    : (Double) Math.max(0, endS - startS - runS);
        }
    }
}
