/**
 * Quantities computed from counts, written as data: name, formula, unit, explanation. Entry points:
 * {@link runbench.parser.metrics.MetricTable} to find them, {@link runbench.parser.metrics.BoundMetric} to compute
 * them.
 */
package runbench.parser.metrics;
