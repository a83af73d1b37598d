/**
 * A comparison for people and programs. Entrances: {@link runbench.report.compare.ComparisonText} for a terminal,
 * {@link runbench.report.compare.ComparisonChart}, {@link runbench.report.compare.ComparisonCsv},
 * {@link runbench.report.compare.OtavaSeries} for the history of a quantity.
 */
package runbench.report.compare;
