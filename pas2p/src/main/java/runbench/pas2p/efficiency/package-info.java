/**
 * What a run and its phases cost: the POP hierarchy of efficiencies, computation and counters of each rank, who waited
 * for whom, and what was communicated. {@link runbench.pas2p.efficiency.EfficiencyAnalysis} is the entrance.
 */
package runbench.pas2p.efficiency;
