/**
 * A run on many nodes as plain values on one time axis: rates of each rank, its clock's errors, phases, what was
 * counted in each phase, messages of a window. The entrance is {@link runbench.align.view.ClusterReading}, which makes
 * a {@link runbench.align.view.ClusterView}; charts, pages and tables are made of that.
 */
package runbench.align.view;
