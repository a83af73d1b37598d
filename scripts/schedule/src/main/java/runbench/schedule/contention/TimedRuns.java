package runbench.schedule.contention;

/**
 * Runs of one program in one round.
 *
 * @param round from 0
 * @param beside name of what ran at the same time; empty: nothing
 * @param cpuSeconds time of a CPU that a run took, median
 * @param running share of the wall time, 0..1, in which it had a CPU
 */
public record TimedRuns(int round, String program, String beside, double cpuSeconds, double running) {}
