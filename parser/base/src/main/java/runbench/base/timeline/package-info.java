/**
 * Stamps of a clock in reference time, with error, interval and origin. The entry point is
 * {@link runbench.base.timeline.Timeline}.
 */
package runbench.base.timeline;
