package runbench.sampler.run;

import runbench.base.error.RunbenchException;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

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
        OptionalLong execWallNanos, long wallNanos, long runNanos, Optional<Resources> resources, long samples,
        long lost, long throttled, long late, long tasks, long tasksIncomplete, long helperCpuNanos,
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

    /** Returns the calibrated overhead of one sample in nanoseconds, or 0 if unknown. */
    public long costPerSampleNanos() {
        return calibration.map(Calibration::costPerSampleNanos).orElse(0L);
    }
}
