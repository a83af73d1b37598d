package runbench.schedule.workload;

import java.util.List;
import java.util.Optional;
import runbench.schedule.profile.BandwidthProfile;

/**
 * One program of a workload.
 *
 * @param name unique name within the workload ("cg.1", "cg.2" for copies)
 * @param threads number of threads that must run simultaneously (a gang)
 * @param profile memory traffic alone; required for simulation, and live if nothing can be counted
 * @param command program and arguments to start live, without a shell; empty in workloads for simulation only
 * @param benchmark catalogue entry instead of a command
 * @param arrivalSeconds arrival after the start
 * @param background true if it repeats until all others have ended; it is not judged
 * @param barrierSeconds running time between barriers of its threads; infinite without barriers
 */
public record WorkloadProgram(String name, int threads, Optional<BandwidthProfile> profile, List<String> command,
        Optional<String> benchmark, double arrivalSeconds, boolean background, double barrierSeconds) {
    public WorkloadProgram {
        command = List.copyOf(command);
    }

    /** Creates a program without barriers. */
    public WorkloadProgram(String name, int threads, Optional<BandwidthProfile> profile, List<String> command,
            Optional<String> benchmark, double arrivalSeconds, boolean background) {
        this(name, threads, profile, command, benchmark, arrivalSeconds, background, Double.POSITIVE_INFINITY);
    }

    /** Returns the same program without barriers. */
    public WorkloadProgram withoutBarriers() {
        return new WorkloadProgram(name, threads, profile, command, benchmark, arrivalSeconds, background);
    }
}
