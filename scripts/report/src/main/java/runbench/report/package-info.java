/**
 * Charts of recordings, phases, predictions and clocks, as figures of plain values. The entrance is
 * {@link runbench.report.RunCharts}.
 */
package runbench.report;
