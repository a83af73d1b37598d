/**
 * A run on many nodes as plain values on one time axis, from which charts, pages and tables are made. Entrance:
 * {@link runbench.align.view.ClusterReading}, which creates a {@link runbench.align.view.ClusterView}.
 */
package runbench.align.view;
