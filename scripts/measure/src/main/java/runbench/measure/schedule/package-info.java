/**
 * Scheduling of workloads on this machine in user space: a native helper starts, stops, continues and places programs
 * quantum by quantum. Entrances: {@link runbench.measure.schedule.LiveRun} for one run,
 * {@link runbench.measure.schedule.LiveComparison} for several policies.
 */
package runbench.measure.schedule;
