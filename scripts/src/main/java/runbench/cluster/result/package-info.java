/**
 * What people read of a run on many nodes: its chart, its phase table and its page, written into the run's folder. The
 * entrance is {@link runbench.cluster.result.ClusterResults}.
 */
package runbench.cluster.result;
