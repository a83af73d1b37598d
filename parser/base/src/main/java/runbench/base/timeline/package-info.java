/**
 * One time for all: a clock's stamps in reference time, with error, interval and how it was known. The entrance is
 * {@link runbench.base.timeline.Timeline}.
 */
package runbench.base.timeline;
