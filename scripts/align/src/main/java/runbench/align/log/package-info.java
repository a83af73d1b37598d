/** Application logs of one or several runs on one time axis. Entrance: {@link runbench.align.log.LogReading}. */
package runbench.align.log;
