/**
 * Efficiencies of a run and its phases: the POP hierarchy, computation and counters of each rank, waiting times by pair
 * of ranks, and communication. {@link runbench.pas2p.efficiency.EfficiencyAnalysis} is the entrance.
 */
package runbench.pas2p.efficiency;
