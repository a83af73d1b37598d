/**
 * Charts of what the rooms find, as figures: {@link runbench.report.RunCharts} of a run, {@link runbench.report.PhaseCharts}
 * of an MPI program, the others of clocks. Figures are plain values; who asks for one says where it is written.
 */
package runbench.report;
