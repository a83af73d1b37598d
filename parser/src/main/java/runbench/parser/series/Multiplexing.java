package runbench.parser.series;

/**
 * How much of its running time a task's counters really counted. The time counted is compared with the task's own
 * running time, never with the time enabled: a counter bound to one CPU is enabled, but does not count, while the
 * task runs on another.
 */
final class Multiplexing {
    /** The two clocks are read a moment apart; less than this is no multiplexing (the kernel rotates every 1-4 ms). */
    private static final long SLACK_NANOS = 2_000;
    private static final double SLACK_SHARE = 0.002;

    private final double[] estimate;
    private final double[] runCovered;
    private final double[] runAll;
    private final double[] running;

    Multiplexing(int events) {
        estimate = new double[events];
        runCovered = new double[events];
        runAll = new double[events];
        running = new double[events];
    }

    /** @return share of the window in which the group counted, 0..1 */
    static double share(long runNanos, long runningNanos) {
        if (runNanos - runningNanos <= SLACK_NANOS + runNanos * SLACK_SHARE) {
            return 1;
        }
        return (double) runningNanos / runNanos;
    }

    void add(Period p) {
        for (int e = 0; e < estimate.length; e++) {
            if (!p.isAbout(e)) {
                continue;
            }
            runAll[e] += p.runDeltaNanos;
            running[e] += p.runDeltaNanos * p.shareMeasured;
            if (p.shareMeasured > 0) {
                runCovered[e] += p.runDeltaNanos;
                estimate[e] += p.estimate(e);
            }
        }
    }

    /** Windows in which nothing was counted are taken to be like the others. */
    double estimate(int event) {
        if (runAll[event] == 0) {
            return estimate[event];
        }
        return runCovered[event] == 0 ? Double.NaN : estimate[event] * runAll[event] / runCovered[event];
    }

    double share(int event) {
        return runAll[event] == 0 ? 1 : running[event] / runAll[event];
    }
}
