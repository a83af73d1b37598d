/**
 * Workloads that share a machine: from TOML files, from publications, or random. The entrance is
 * {@link runbench.schedule.workload.WorkloadFile}.
 */
package runbench.schedule.workload;
