package runbench.schedule.contention;

import runbench.parser.metrics.Interval;

/**
 * What so many antagonists draw that run by themselves.
 *
 * @param traffic of all together, bytes per second: median of the windows
 * @param interval that holds it; unbounded with too few windows
 * @param confidence of the interval, 0..1
 * @param windows that were measured
 */
public record TrafficPoint(Antagonist antagonist, int threads, double traffic, Interval interval, double confidence,
        int windows) {}
