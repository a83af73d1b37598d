/**
 * Conversion of cumulative records to periods on one time axis, and to the envelopes of charts. Entry points:
 * {@link runbench.parser.series.Periods#of} and {@link runbench.parser.series.Envelopes#of}.
 */
package runbench.parser.series;
