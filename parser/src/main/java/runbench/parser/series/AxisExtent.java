package runbench.parser.series;

/**
 * How far a recording reaches from the start of the run.
 *
 * @param runNanos running time of the program over all tasks and CPUs, ns (or instructions)
 * @param wallNanos to the last record, ns
 */
public record AxisExtent(long runNanos, long wallNanos) {}
