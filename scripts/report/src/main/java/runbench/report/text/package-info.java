/**
 * Results as text for a terminal and as JSON, one class per result, from plain values. The entrance is
 * {@link runbench.report.text.SummaryText}.
 */
package runbench.report.text;
