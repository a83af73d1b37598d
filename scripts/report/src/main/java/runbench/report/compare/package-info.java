/** Comparisons as text, chart, page and CSV. The entrance is {@link runbench.report.compare.ComparisonText}. */
package runbench.report.compare;
