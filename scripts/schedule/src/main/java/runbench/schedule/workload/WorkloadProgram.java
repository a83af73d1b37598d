package runbench.schedule.workload;

import java.util.List;
import java.util.Optional;
import runbench.schedule.profile.BandwidthProfile;

/**
 * One program of a workload.
 *
 * @param name unique within the workload ("cg.1", "cg.2" for copies)
 * @param threads threads that want to run at the same time (a gang)
 * @param profile what it asks of memory alone; needed to simulate, and live where nothing can be counted
 * @param command what to start, live: program and arguments, never a shell's string; empty in workloads that are only
 *     simulated
 * @param benchmark a catalogue entry instead of a command
 * @param arrivalSeconds when it comes, after the start
 * @param background true for one that runs again and again until all others have ended, and is not judged
 * @param barrierSeconds running time between the barriers at which its threads wait for each other; infinite for
 *     threads that go their own ways
 */
public record WorkloadProgram(String name, int threads, Optional<BandwidthProfile> profile, List<String> command,
        Optional<String> benchmark, double arrivalSeconds, boolean background, double barrierSeconds) {
    public WorkloadProgram {
        command = List.copyOf(command);
    }

    /** One whose threads go their own ways. */
    public WorkloadProgram(String name, int threads, Optional<BandwidthProfile> profile, List<String> command,
            Optional<String> benchmark, double arrivalSeconds, boolean background) {
        this(name, threads, profile, command, benchmark, arrivalSeconds, background, Double.POSITIVE_INFINITY);
    }

    /** The same, whose threads go their own ways. */
    public WorkloadProgram withoutBarriers() {
        return new WorkloadProgram(name, threads, profile, command, benchmark, arrivalSeconds, background);
    }
}
