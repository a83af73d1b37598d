/**
 * All nodes of a run on one time axis, each stamp with its errors. Entrances: {@link runbench.align.traces.Alignment}
 * for the ranks' clocks, {@link runbench.align.traces.Comparability} before times of different ranks are compared, and
 * {@link runbench.align.traces.AlignedRun}, which writes tables and an index.
 */
package runbench.align.traces;
