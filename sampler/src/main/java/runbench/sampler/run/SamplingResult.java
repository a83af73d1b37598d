package runbench.sampler.run;

import runbench.base.error.RunbenchException;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a run left behind besides its recording. Figures of the end are zero, and {@code totals} and {@code resources}
 * empty, when the helper could not tell them any more.
 *
 * @param exitStatus the benchmark's; empty when it was ended by a signal or when nobody saw its end
 * @param signal that ended the benchmark
 * @param received number of the first signal that the helper itself got to end the run, as from the terminal's keys,
 *     which reach this process too; empty when it got none
 * @param execWallNanos CLOCK_MONOTONIC at its exec; empty when it came to none
 * @param wallNanos from exec to the end of the whole tree
 * @param runNanos time that the tasks ran, summed
 * @param lost samples that the kernel dropped
 * @param throttled times that the kernel throttled sampling
 * @param late polling: samples taken more than half a period after their deadline
 * @param tasks threads and processes seen
 * @param tasksIncomplete those whose own series lacks its end; the totals hold their counts all the same
 * @param helperCpuNanos CPU time of the helper itself
 * @param counters every counter, counted or not and why
 * @param failure what went wrong with the recording, ready to be thrown once the rest has been saved
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

    /** The benchmark ended by itself with status 0 and everything was recorded; never true of what was attached to. */
    public boolean succeeded() {
        return ending == Ending.COMPLETED && exitStatus.isPresent() && exitStatus.getAsInt() == 0 && failure.isEmpty();
    }

    /** Nanoseconds that one sample cost, as calibrated; 0 when unknown. */
    public long costPerSampleNanos() {
        return calibration.map(Calibration::costPerSampleNanos).orElse(0L);
    }
}
