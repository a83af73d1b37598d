/**
 * Run times for unmeasured workloads, from the growth of the phases' weights and times over the analysed workloads.
 * {@link runbench.pas2p.workload.WorkloadPrediction} is the entrance.
 */
package runbench.pas2p.workload;
