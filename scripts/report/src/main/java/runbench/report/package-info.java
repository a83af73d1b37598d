/**
 * Charts of what the rooms find, as figures: plain values; who asks for one says where it is written. Entrances:
 * {@link runbench.report.RunCharts} of a recording, along an {@link runbench.report.Abscissa}: its own axis, or
 * {@link runbench.report.ReferenceLane}, a place on the time of a clock that several nodes share;
 * {@link runbench.report.PhaseCharts} of an MPI program; {@link runbench.report.ClocksChart},
 * {@link runbench.report.EstimateChart}, {@link runbench.report.BenchChart} and {@link runbench.report.ScaleChart} of
 * clocks. {@link runbench.report.TaskPanels} adds what is about single tasks, {@link runbench.report.RunCaption} has
 * the words that chart and summary share.
 */
package runbench.report;
