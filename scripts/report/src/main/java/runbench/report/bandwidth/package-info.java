/**
 * What programs that share memory do to each other, as text and charts. Entrances:
 * {@link runbench.report.bandwidth.BandwidthText} and {@link runbench.report.bandwidth.BandwidthChart}.
 */
package runbench.report.bandwidth;
