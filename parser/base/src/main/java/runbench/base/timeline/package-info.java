/**
 * Stamps of a clock in reference time, with error, interval and origin: {@link runbench.base.timeline.Timeline} is the
 * entrance.
 */
package runbench.base.timeline;
