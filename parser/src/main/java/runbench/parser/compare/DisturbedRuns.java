package runbench.parser.compare;

/**
 * A known disturbance of compared runs.
 *
 * @param kind name in the runs' records: {@code load}, {@code steal}
 * @param detail description from the first disturbed run
 * @param runs number of disturbed runs of both sides
 */
public record DisturbedRuns(String kind, String detail, int runs) {}
