package runbench.schedule.workload;

import java.util.List;

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
