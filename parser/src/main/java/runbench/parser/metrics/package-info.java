/**
 * Quantities computed from counts, written as data: name, formula, unit, explanation. Entrance:
 * {@link runbench.parser.metrics.MetricTable} to find them, {@link runbench.parser.metrics.BoundMetric} to compute
 * them.
 */
package runbench.parser.metrics;
