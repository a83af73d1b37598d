package runbench.pas2p.efficiency;

import runbench.pas2p.phase.Phase;

/**
 * The efficiencies of all occurrences of one phase together.
 *
 * @param waits waiting times inside MPI for other ranks; a wait counts where it ends
 */
public record PhaseEfficiency(Phase phase, Efficiencies efficiencies, WaitSums waits) {}
