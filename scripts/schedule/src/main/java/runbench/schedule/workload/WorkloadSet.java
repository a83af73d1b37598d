package runbench.schedule.workload;

import java.util.List;

/**
 * Workloads that are judged together: one for each application of interest, or a group of drawn ones.
 *
 * @param name what the file calls it
 * @param workloads at least one
 */
public record WorkloadSet(String name, List<Workload> workloads) {
    public WorkloadSet {
        workloads = List.copyOf(workloads);
    }

    /** The same programs, whose threads never wait for each other. */
    public WorkloadSet withoutBarriers() {
        return new WorkloadSet(name,
                workloads.stream()
                        .map(w -> new Workload(w.name(), w.unit(), w.machine(),
                                w.programs().stream().map(WorkloadProgram::withoutBarriers).toList()))
                        .toList());
    }
}
