/**
 * What the programs of a run, or of several, logged, on one time axis. Entrance:
 * {@link runbench.cluster.log.LogReading}.
 */
package runbench.cluster.log;
