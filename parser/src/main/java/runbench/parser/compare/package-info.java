/**
 * Statistics that compare the values of whole runs: a run, not a sample, is the unit that can be repeated. Entrance:
 * {@link runbench.parser.compare.Comparer}, which makes a {@link runbench.parser.compare.Comparison} of the
 * {@link runbench.parser.compare.RunValues} of both sides.
 */
package runbench.parser.compare;
