package runbench.sampler.run;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;
import runbench.sampler.run.SamplingListener.Calibration;
import runbench.sampler.run.SamplingListener.SamplingStart;

/**
 * The result of a run, in addition to its recording. If the helper did not report the end, final numbers are zero and
 * {@code totals} and {@code resources} are empty.
 *
 * @param ending the way in which the run ended
 * @param exitStatus the benchmark's exit status; empty if a signal ended it or its end was not observed
 * @param signal signal that ended the benchmark; empty if none did
 * @param received number of the first signal with which the helper itself was asked to end the run, for example from
 *     the terminal's keys, which reach this process too; empty if there was none
 * @param execWallNanos time of the exec, CLOCK_MONOTONIC, nanoseconds; empty if there was no exec
 * @param wallNanos wall time from exec to the end of the whole process tree, nanoseconds
 * @param enabledNanos part of it in which the counters were enabled, nanoseconds
 * @param runNanos running time of all tasks, summed, nanoseconds
 * @param resources resource usage of the process tree; empty if unknown
 * @param samples number of recorded samples
 * @param lost number of samples that the kernel dropped
 * @param throttled number of times that the kernel throttled sampling
 * @param late polling: number of samples taken more than half a period after their deadline
 * @param tasks number of observed threads and processes
 * @param tasksIncomplete number of tasks whose own series is truncated; the totals include their counts
 * @param helperCpuNanos CPU time of the helper itself, nanoseconds
 * @param calibration overhead of one sample; empty if it was not measured
 * @param start the start message; empty if the run did not start
 * @param counters status of every counter
 * @param totals final counts
 * @param failure failure of the recording, to be thrown after the other results are saved; empty if there was none
 */
public record SamplingResult(Ending ending, OptionalInt exitStatus, OptionalInt signal, OptionalInt received,
        OptionalLong execWallNanos, long wallNanos, long enabledNanos, long runNanos, Optional<Resources> resources,
        long samples, long lost, long throttled, long late, long tasks, long tasksIncomplete, long helperCpuNanos,
        Optional<Calibration> calibration, Optional<SamplingStart> start, List<CounterStatus> counters,
        List<Total> totals, Optional<RunbenchException> failure) {
    public SamplingResult {
        counters = List.copyOf(counters);
        totals = List.copyOf(totals);
    }

    /** Returns true if the benchmark ended with status 0 and everything was recorded; never true for an attachment. */
    public boolean succeeded() {
        return ending == Ending.COMPLETED && exitStatus.isPresent() && exitStatus.getAsInt() == 0 && failure.isEmpty();
    }

    /** The way in which a sampled run ended. */
    public enum Ending {
        /** The benchmark ended by itself, with any exit status. */
        COMPLETED,
        /** The benchmark was terminated at its time limit. */
        TIMED_OUT,
        /** The benchmark was terminated by {@link Sampling#stop}. */
        INTERRUPTED,
        /** The recording failed, for example because the disk was full; the program continued to its own end. */
        RECORDING_FAILED,
        /** The helper was killed. Final counts are missing, and the recording ends at its last flush. */
        HELPER_DIED
    }

    /**
     * The exact final count of an event over the whole process tree.
     *
     * @param name name of the event
     * @param value the count
     * @param enabledNanos time for which the event was enabled, summed over tasks, nanoseconds
     * @param runningNanos time for which it was on a counter, nanoseconds; less if counters were multiplexed
     */
    public record Total(String name, long value, long enabledNanos, long runningNanos) {}

    /**
     * The resource usage of the whole process tree, from getrusage(2).
     *
     * @param userNanos CPU time in user mode, nanoseconds
     * @param systemNanos CPU time in kernel mode, nanoseconds
     * @param maxRssKib maximum resident set size, KiB
     * @param minorFaults page faults without input or output
     * @param majorFaults page faults that read from storage
     * @param voluntarySwitches voluntary context switches
     * @param involuntarySwitches involuntary context switches
     */
    public record Resources(long userNanos, long systemNanos, long maxRssKib, long minorFaults, long majorFaults,
            long voluntarySwitches, long involuntarySwitches) {
        static Resources of(Fields f) {
            return new Resources(f.number("user_ns"), f.number("system_ns"), f.number("max_rss_kib"),
                    f.number("minor_faults"), f.number("major_faults"), f.number("voluntary_switches"),
                    f.number("involuntary_switches"));
        }

        public long cpuNanos() {
            return userNanos + systemNanos;
        }
    }

    /**
     * The status of one counter.
     *
     * @param name name of the event
     * @param counted true if the counter was opened
     * @param reason why it was not opened; empty if counted
     * @param errno symbolic error number, such as {@code ENOENT}; may be empty
     */
    public record CounterStatus(String name, boolean counted, String reason, String errno) {}
}
