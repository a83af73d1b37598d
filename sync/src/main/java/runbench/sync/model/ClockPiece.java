package runbench.sync.model;

import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTimes;

/**
 * A node's clock without a step, in arithmetic that creates no objects. It interpolates between windows and
 * predicts outside.
 */
final class ClockPiece {
    private final long[] begins;
    /** Stretches before the first window, between each two, and after the last one. */
    private final ClockStretch[] stretches;

    /**
     * Creates the clock.
     *
     * @param model model whose windows agree with one another
     */
    ClockPiece(NodeModel model) {
        double wander = model.wander();
        WindowModel[] windows = model.windows().toArray(WindowModel[]::new);
        int n = windows.length;
        begins = new long[n];
        stretches = new ClockStretch[n + 1];
        for (int i = 0; i < n; i++) {
            begins[i] = windows[i].x0Nanos();
            if (i > 0) {
                stretches[i] = new ClockStretch(windows[i - 1], windows[i], wander);
            }
        }
        stretches[0] = new ClockStretch(windows[0], wander, -NodeModel.FARTHEST_NANOS, begins[0],
                valid(model, windows[0]));
        stretches[n] = new ClockStretch(windows[n - 1], wander, begins[n - 1], NodeModel.FARTHEST_NANOS + 1,
                valid(model, windows[n - 1]));
    }

    private static long valid(NodeModel model, WindowModel window) {
        return window.validUntilNanos(model.tolerance(), model.wander()) - window.x0Nanos();
    }

    /** Converts a stamp of the node, ns, to the reference's time. */
    void locate(long nodeNanos, PlacedStamp out) {
        long x = reachable(nodeNanos, stretches[0].baseNanos());
        if (!stretches[firstAfter(x)].shortcut(nodeNanos, out)) {
            locateInRounds(nodeNanos, out);
        }
    }

    /**
     * Converts many stamps; the first result is element 0 of {@code out}. Consecutive stamps of one stretch are the
     * fastest.
     */
    void locate(long[] stamps, int from, int to, ReferenceTimes out) {
        PlacedStamp one = new PlacedStamp();
        int i = from;
        while (i < to) {
            long x = reachable(stamps[i], stretches[0].baseNanos());
            i = stretches[firstAfter(x)].loop().place(stamps, i, to, out, from);
            if (i < to) {
                locate(stamps[i], one);
                out.put(i - from, one);
                i++;
            }
        }
    }

    /** Converts a stamp by iteration. */
    void locateInRounds(long nodeNanos, PlacedStamp out) {
        long x = reachable(nodeNanos, stretches[0].baseNanos());
        ClockStretch stretch = stretches[firstAfter(x)];
        // The offset changes by 1e-4 of the change in x. Three rounds are exact to below 1 ns; mostly fewer suffice.
        for (int round = 0; round < 3; round++) {
            long next = reachable(nodeNanos, Math.addExact(stretch.baseNanos(), Math.round(stretch.offset(x))));
            if (next == x) {
                break;
            }
            x = next;
            stretch = stretches[firstAfter(x)];
        }
        stretch.place(x, nodeNanos, out);
    }

    /** Returns the distance of a reference time from the windows, ns; 0 between them. */
    long distance(long x) {
        return Math.max(0, Math.max(begin() - x, x - end()));
    }

    /** Returns the reference time of the first window, ns. */
    long begin() {
        return begins[0];
    }

    /** Returns the reference time of the last window, ns. */
    long end() {
        return begins[begins.length - 1];
    }

    private static long reachable(long nodeNanos, long offset) {
        long x = Math.subtractExact(nodeNanos, offset);
        if (x > NodeModel.FARTHEST_NANOS || x < -NodeModel.FARTHEST_NANOS) {
            throw new ArithmeticException("more than 126 years from zero");
        }
        return x;
    }

    /**
     * Returns the index of the first window later than {@code x}; 0 before all of them, their number after the
     * last.
     */
    private int firstAfter(long x) {
        int from = 0;
        int to = begins.length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (begins[middle] <= x) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }
}
