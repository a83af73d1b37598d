/**
 * All nodes of a run on one time axis, each stamp with its errors. Entrances: {@link runbench.cluster.align.Alignment}
 * for the ranks' clocks, {@link runbench.cluster.align.Comparability} before times of different ranks are compared, and
 * {@link runbench.cluster.align.AlignedRun}, which writes tables and an index.
 */
package runbench.cluster.align;
