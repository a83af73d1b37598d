/**
 * What many nodes left, brought together in one time. Entrances: {@link runbench.cluster.RecordingClock} for
 * recordings, {@link runbench.cluster.NodeClocks} for message traces.
 */
package runbench.cluster;
