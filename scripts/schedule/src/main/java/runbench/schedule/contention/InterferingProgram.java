package runbench.schedule.contention;

/**
 * One of the programs that may slow each other.
 *
 * @param name unique among them
 * @param label what it really is
 * @param aloneSeconds time of a CPU that it takes alone, median; NaN where it was not run
 * @param spread of that over the rounds, relative: from the least to the most
 * @param running share of its wall time alone, 0..1, in which it had a CPU, median; NaN where it was not run
 * @param demand what it asks of memory; null where that is not known
 */
public record InterferingProgram(String name, String label, double aloneSeconds, double spread, double running,
        ProgramDemand demand) {}
