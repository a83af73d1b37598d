/**
 * Charts of runs on many nodes, as figures of plain values. The entrance is
 * {@link runbench.report.cluster.ClusterChart}.
 */
package runbench.report.cluster;
