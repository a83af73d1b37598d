package runbench.schedule.contention;

/**
 * One of the programs of an interference measurement.
 *
 * @param name unique name
 * @param label description of the program that actually ran
 * @param aloneSeconds CPU time alone, median, in seconds; NaN if it did not run
 * @param spread relative spread of that time over the rounds, from minimum to maximum
 * @param running share of its wall time alone, 0..1, in which it had a CPU, median; NaN if it did not run
 * @param demand memory demand; null if unknown
 */
public record InterferingProgram(String name, String label, double aloneSeconds, double spread, double running,
        ProgramDemand demand) {}
