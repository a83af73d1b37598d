package runbench.schedule.workload;

import java.util.List;
import java.util.Optional;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.TrafficUnit;

/**
 * Programs that share a machine; each copy is a separate entry.
 *
 * @param name name in the file
 * @param unit unit of all traffic
 * @param machine machine that the file states
 * @param programs programs in the order of the file; copies are adjacent
 */
public record Workload(String name, TrafficUnit unit, StatedMachine machine, List<WorkloadProgram> programs) {
    public Workload {
        programs = List.copyOf(programs);
    }

    /** Creates a workload without a stated machine. */
    public Workload(String name, TrafficUnit unit, List<WorkloadProgram> programs) {
        this(name, unit, StatedMachine.NONE, programs);
    }

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

    /**
     * The machine that a workload file states.
     *
     * @param cpus number of CPUs; 0 if not stated
     * @param sustained sustained memory bandwidth in the workload's unit; NaN if not stated
     * @param stream traffic of one thread that only waits for memory, in the workload's unit; NaN if not stated
     */
    public record StatedMachine(int cpus, double sustained, double stream) {
        /** A file without a machine. */
        public static final StatedMachine NONE = new StatedMachine(0, Double.NaN, Double.NaN);
    }

    /**
     * Workloads that are judged together: one per application of interest, or a random group.
     *
     * @param name name in the file
     * @param workloads at least one
     */
    public record WorkloadSet(String name, List<Workload> workloads) {
        public WorkloadSet {
            workloads = List.copyOf(workloads);
        }

        /** Returns the same workloads with programs without barriers. */
        public WorkloadSet withoutBarriers() {
            return new WorkloadSet(name,
                    workloads.stream()
                            .map(w -> new Workload(w.name(), w.unit(), w.machine(),
                                    w.programs().stream().map(WorkloadProgram::withoutBarriers).toList()))
                            .toList());
        }
    }
}
