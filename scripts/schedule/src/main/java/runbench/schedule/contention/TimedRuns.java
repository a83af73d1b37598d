package runbench.schedule.contention;

/**
 * The runs of one program in one round.
 *
 * @param round number of the round, from 0
 * @param program name of the program
 * @param beside name of the competing program; empty if the program ran alone
 * @param cpuSeconds CPU time of a run, median
 * @param running share of the wall time, 0..1, in which the program had a CPU
 */
public record TimedRuns(int round, String program, String beside, double cpuSeconds, double running) {}
