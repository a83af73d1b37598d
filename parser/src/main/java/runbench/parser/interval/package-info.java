/**
 * Counts of a program while it runs, by intervals of wall time. The entry point is
 * {@link runbench.parser.interval.IntervalCounter}.
 */
package runbench.parser.interval;
