/**
 * Memory contention and interference as text and charts. The entrance is
 * {@link runbench.report.bandwidth.BandwidthText}.
 */
package runbench.report.bandwidth;
