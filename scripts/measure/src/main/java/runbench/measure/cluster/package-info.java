/**
 * Runs on many nodes. Entrances: {@link runbench.measure.cluster.ClusterLaunch} starts the ranks and measures their
 * clocks, {@link runbench.measure.cluster.ClusterResults} writes chart, phase table and page.
 */
package runbench.measure.cluster;
