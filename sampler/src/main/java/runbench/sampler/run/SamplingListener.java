package runbench.sampler.run;

import runbench.sampler.run.SamplingResult.CounterStatus;
import runbench.sampler.run.SamplingResult.Total;
import java.util.List;
import runbench.parser.record.Metadata.SampledBy;
import runbench.parser.record.Term;

/** Receives the progress of a run, in order, on one thread of the run. An exception terminates the run. */
public interface SamplingListener {
    /** A listener that ignores all calls. */
    SamplingListener NONE = new SamplingListener() {};

    default void started(SamplingStart start) {
    }

    /**
     * Reports the start of the benchmark's own code.
     *
     * @param wallNanos time of the exec, CLOCK_MONOTONIC, nanoseconds
     */
    default void exec(long wallNanos) {
    }

    /** Reports progress, about twice per second. */
    default void progress(SamplingProgress progress) {
    }

    /** Reports the counts so far, once per interval of the request. */
    default void counted(SamplingCounts counts) {
    }

    /**
     * The overhead of one sample, measured before the benchmark starts.
     *
     * @param costPerSampleNanos CPU time of one sample in nanoseconds
     * @param share overhead as a share of the period
     * @param reuse argument of the helper's option {@code --calibrated}
     */
    public record Calibration(long costPerSampleNanos, double share, String reuse) {}

    /**
     * The state in which the counters are open and the benchmark waits for its exec.
     *
     * @param pid process id of the benchmark
     * @param mode the mechanism that takes the samples
     * @param realtime true if the helper polls with real-time priority
     * @param counters status of every counter
     */
    public record SamplingStart(long pid, Term<SampledBy> mode, boolean realtime, List<CounterStatus> counters) {
        public SamplingStart {
            counters = List.copyOf(counters);
        }
    }

    /**
     * The progress of a run.
     *
     * @param samples number of samples so far
     * @param runNanos running time of the benchmark's tasks so far, summed, in nanoseconds
     * @param wallNanos wall time since the exec, in nanoseconds
     */
    public record SamplingProgress(long samples, long runNanos, long wallNanos) {}

    /**
     * The counts since the start of the program. They never decrease, and the final counts are at least as large.
     *
     * @param wallNanos wall time since the exec, in nanoseconds
     * @param enabledNanos part of it in which the counters were enabled, in nanoseconds
     * @param runNanos running time of the benchmark's tasks so far, summed, in nanoseconds
     * @param totals counts of all events
     */
    public record SamplingCounts(long wallNanos, long enabledNanos, long runNanos, List<Total> totals) {
        public SamplingCounts {
            totals = List.copyOf(totals);
        }
    }
}
