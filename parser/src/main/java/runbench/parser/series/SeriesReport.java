package runbench.parser.series;

import java.util.List;
import java.util.Objects;

/**
 * What one pass over a recording found, besides the periods themselves. Lists per event follow
 * {@link Periods#events()}.
 *
 * @param runNanos running time of the program over all tasks and CPUs, ns (or instructions)
 * @param runNanosOf per event the running time over which it was counted, ns: another run's where runs were merged
 * @param wallNanos from the start of the run to its last record, ns
 * @param counted sum of all differences per event
 * @param finals final count per event as read from the counters; null where the recording does not hold it, or where a
 *     counter jumped, so that it is no count
 * @param estimates per event what it counted in the whole running time
 * @param notCounted per event why its count is no count, although the recording holds one; null where it is
 * @param errors how those of the estimates hang together
 * @param discrepancies in words: sums that differ from the final count, values that jumped or went backwards
 * @param gaps stretches of more than 1.5 nominal periods of wall time without a record of any task: nothing ran, or
 *     samples are missing
 * @param disordered periods that end before the one that stands before them: their records came later than a flush
 *     allows
 * @param lost records that the kernel dropped, as far as the records say
 * @param throttled how often the kernel throttled the sampling
 * @param switches context switches recorded
 * @param tasks in order of appearance
 */
public record SeriesReport(long runNanos, List<Long> runNanosOf, long wallNanos, List<Long> counted, List<Long> finals,
        List<CountEstimate> estimates, List<String> notCounted, EstimateErrors errors, List<String> discrepancies,
        long gaps, long disordered, long lost, long throttled, long switches, List<TaskInfo> tasks) {

    public AxisExtent extent() {
        return new AxisExtent(runNanos, wallNanos);
    }

    /** Whether the count of an event is a count, and not the reading of a counter that stood still. */
    public boolean isCounted(int event) {
        return notCounted.get(event) == null;
    }

    /** Per event its count over the whole running time; NaN when never measured. */
    public List<Double> estimated() {
        return estimates.stream().map(CountEstimate::count).toList();
    }

    /** Per event the share of the running time in which it was really counted, 0..1. */
    public List<Double> shareMeasured() {
        return estimates.stream().map(CountEstimate::share).toList();
    }

    /**
     * Mean rate of an event over the whole run, per ns (or instruction) of running time, scaled where it was
     * multiplexed.
     *
     * @param clock its count is a time: then over wall time, which gives the CPUs that were busy on average
     * @return NaN without any time
     */
    public double meanRate(int event, boolean clock) {
        long length = clock ? wallNanos : runNanosOf.get(event);
        return length > 0 ? estimates.get(event).count() / length : Double.NaN;
    }

    /** True when for every counted event the differences add up to the final count. */
    public boolean exact() {
        return discrepancies.isEmpty() && finals.stream().anyMatch(Objects::nonNull);
    }
}
