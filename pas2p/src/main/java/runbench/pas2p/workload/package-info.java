/**
 * Run times for a workload that was never run, from how weights and times of phases grow over the workloads that were
 * analysed. {@link runbench.pas2p.workload.WorkloadPrediction} is the entrance.
 */
package runbench.pas2p.workload;
