package runbench.parser.compare;

/**
 * Something that is known to have disturbed runs that are compared.
 *
 * @param kind as the runs' records call it: {@code load}, {@code steal}
 * @param detail in the words of the first run that had it
 * @param runs so many of both sides
 */
public record DisturbedRuns(String kind, String detail, int runs) {}
