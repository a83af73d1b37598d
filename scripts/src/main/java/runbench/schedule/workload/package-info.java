/**
 * Programs that are to share a machine, as a file states them (TOML). The entrance is {@link runbench.schedule.workload.Workload}.
 */
package runbench.schedule.workload;
