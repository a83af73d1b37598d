package runbench.measure.compare;

import java.util.List;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.RunValues;

/**
 * A comparison among several.
 *
 * @param kind benchmark and period
 * @param runs of both sides, in the order of time
 */
public record NamedComparison(String kind, Comparison comparison, List<RunValues> runs) {}
