/**
 * What the rooms find, as a person reads it on a terminal and as JSON: one class for each result, each made of values
 * alone. {@link runbench.report.text.SummaryText} of a run, {@link runbench.report.text.PhaseText} of an MPI program,
 * the others of clocks and events; {@link runbench.report.text.TextTable} sets columns. Who asks for one says where it
 * is printed.
 */
package runbench.report.text;
