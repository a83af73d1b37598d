/**
 * Repetition in the logical trace: phases with weight, times by the frontier rule, names and descriptions.
 * {@link runbench.pas2p.phase.PhaseAnalysis} is the entrance.
 */
package runbench.pas2p.phase;
