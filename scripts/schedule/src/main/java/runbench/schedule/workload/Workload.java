package runbench.schedule.workload;

import java.util.List;
import runbench.schedule.profile.TrafficUnit;

/**
 * Programs that share a machine, each copy an entry of its own.
 *
 * @param name what the file calls it
 * @param unit unit of all traffic in it
 * @param machine the machine that the file states
 * @param programs in the order of the file, copies beside each other
 */
public record Workload(String name, TrafficUnit unit, StatedMachine machine, List<WorkloadProgram> programs) {
    public Workload {
        programs = List.copyOf(programs);
    }

    /** One whose file says nothing of a machine. */
    public Workload(String name, TrafficUnit unit, List<WorkloadProgram> programs) {
        this(name, unit, StatedMachine.NONE, programs);
    }
}
