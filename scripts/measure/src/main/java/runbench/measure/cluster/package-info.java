/**
 * Runs on many nodes: starts the ranks ({@link runbench.measure.cluster.ClusterLaunch}), measures their clocks, and
 * writes chart, phase table and page into the folder of the run ({@link runbench.measure.cluster.ClusterResults}).
 */
package runbench.measure.cluster;
