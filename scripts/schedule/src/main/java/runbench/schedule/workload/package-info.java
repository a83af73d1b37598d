/**
 * Programs that are to share a machine, as a file states them (TOML), as the publications' sets have them, or as drawn.
 * Entrances: {@link runbench.schedule.workload.WorkloadFile} and {@link runbench.schedule.workload.BuiltInWorkloads}
 * give a {@link runbench.schedule.workload.WorkloadSet}.
 */
package runbench.schedule.workload;
