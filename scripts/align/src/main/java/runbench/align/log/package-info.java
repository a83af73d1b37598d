/**
 * What the programs of a run, or of several, logged, on one time axis. Entrance: {@link runbench.align.log.LogReading}.
 */
package runbench.align.log;
