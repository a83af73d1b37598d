/**
 * Alignment of all nodes of a run on one time axis, with errors. Entrances: {@link runbench.align.traces.Alignment} for
 * the ranks' clocks, {@link runbench.align.traces.Comparability} for the resolution between ranks,
 * {@link runbench.align.traces.AlignedRun} for tables and index.
 */
package runbench.align.traces;
