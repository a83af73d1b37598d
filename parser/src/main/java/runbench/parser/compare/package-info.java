/**
 * Whether B differs from A: pure statistics of the values that runs have as wholes, as a run, and not a sample of it,
 * is what can be repeated. Entrance: {@link runbench.parser.compare.Comparer}, which makes a
 * {@link runbench.parser.compare.Comparison} of the {@link runbench.parser.compare.RunValues} of both sides.
 */
package runbench.parser.compare;
