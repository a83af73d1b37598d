package runbench.schedule.contention;

import runbench.parser.metrics.Interval;

/**
 * The traffic of antagonists that run without a victim.
 *
 * @param antagonist workload of the threads
 * @param threads number of threads
 * @param traffic total traffic, bytes per second, median over the windows
 * @param interval confidence interval; unbounded with too few windows
 * @param confidence confidence level of the interval, 0..1
 * @param windows number of measured windows
 */
public record TrafficPoint(Antagonist antagonist, int threads, double traffic, Interval interval, double confidence,
        int windows) {}
