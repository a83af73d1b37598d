/** What many nodes left, brought together in one time. The entrance is {@link runbench.cluster.RecordedStamps}. */
package runbench.cluster;
