/**
 * Mutual slowdown of programs that share this machine's memory. Entrance:
 * {@link runbench.measure.bandwidth.BandwidthStudy}.
 */
package runbench.measure.bandwidth;
