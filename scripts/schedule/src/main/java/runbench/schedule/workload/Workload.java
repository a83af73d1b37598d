package runbench.schedule.workload;

import java.util.List;
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
}
