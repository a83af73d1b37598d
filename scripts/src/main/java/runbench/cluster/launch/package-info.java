/**
 * A parallel program on many nodes, sampled: its own launcher starts, places and ends the ranks, this package says what
 * each node needs to know, measures clocks around the run, and collects what the nodes wrote. Nodes run C programs only
 * ({@code native/launch}). The entrance is {@link runbench.cluster.launch.ClusterLaunch}.
 */
package runbench.cluster.launch;
