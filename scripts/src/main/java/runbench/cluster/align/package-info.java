/**
 * All nodes of a run on one time axis, each stamp with its errors. The entrance is {@link runbench.cluster.align.Alignment}.
 */
package runbench.cluster.align;
