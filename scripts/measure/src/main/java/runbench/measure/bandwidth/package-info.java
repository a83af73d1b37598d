/**
 * Measures what programs that share this machine's memory do to each other. The entrance is
 * {@link runbench.measure.bandwidth.BandwidthStudy}.
 */
package runbench.measure.bandwidth;
