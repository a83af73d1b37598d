package runbench.measure.compare;

import java.util.List;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.RunValues;

/**
 * One comparison among several.
 *
 * @param kind benchmark and period
 * @param comparison the comparison
 * @param runs values of the runs of both sides, ordered by time
 */
public record NamedComparison(String kind, Comparison comparison, List<RunValues> runs) {}
