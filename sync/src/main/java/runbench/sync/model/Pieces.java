package runbench.sync.model;

import java.util.ArrayList;
import java.util.List;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.ReferenceTimes;
import runbench.base.timeline.Timeline;
import runbench.sync.model.WindowModel.Ticks;

/**
 * A node's model divided where its clock stepped or its counter changed frequency. Each piece converts stamps by
 * itself. A stamp belongs to the piece whose windows are nearest to its converted time. A counter that restarted at
 * zero is days away from the other piece's line, so only the complete conversion decides.
 */
final class Pieces implements Timeline {
    private final List<NodeModel> models = new ArrayList<>();
    private final ClockPiece[] pieces;
    /** Frequency by which each piece converts its counter to ns; null if stamps are ns. */
    private final Ticks[] ticks;

    Pieces(NodeModel model) {
        List<WindowModel> windows = model.windows();
        int begin = 0;
        for (int i = 0; i < windows.size(); i++) {
            if (i == windows.size() - 1 || model.steppedAfter(i)) {
                models.add(new NodeModel(model.node(), model.reference(), model.source(), model.wander(),
                        windows.subList(begin, i + 1), model.tolerance(), model.referenceSource()));
                begin = i + 1;
            }
        }
        pieces = models.stream().map(ClockPiece::new).toArray(ClockPiece[]::new);
        ticks = null;
    }

    private Pieces(Pieces other) {
        models.addAll(other.models);
        pieces = other.pieces;
        ticks = models.stream().map(NodeModel::ticks).toArray(Ticks[]::new);
    }

    /** Returns the pieces for bare readings of the node's counter. Each piece has its own frequency. */
    Pieces ofTicks() {
        return new Pieces(this);
    }

    String source() {
        return models.get(0).source();
    }

    @Override
    public void locate(long stamp, PlacedStamp out) {
        in(0, stamp, out);
        if (pieces.length > 1) {
            nearest(stamp, out);
        }
    }

    @Override
    public void locate(long[] stamps, int from, int to, ReferenceTimes out) {
        if (pieces.length == 1 && ticks == null) {
            pieces[0].locate(stamps, from, to, out);
        } else {
            Timeline.super.locate(stamps, from, to, out);
        }
    }

    private void in(int piece, long stamp, PlacedStamp out) {
        pieces[piece].locate(ticks == null ? stamp : ticks[piece].nanos(stamp), out);
    }

    /**
     * Selects the nearest piece.
     *
     * @param out result of the first piece; then that of the nearest
     */
    private void nearest(long stamp, PlacedStamp out) {
        int nearest = 0;
        long least = pieces[0].distance(out.refNanos());
        for (int i = 1; i < pieces.length; i++) {
            in(i, stamp, out);
            long distance = pieces[i].distance(out.refNanos());
            if (distance < least) {
                nearest = i;
                least = distance;
            }
        }
        in(nearest, stamp, out);
        if (nearest > 0 && out.refNanos() < pieces[nearest].begin()) {
            between(nearest, nearest - 1, stamp, out);
        } else if (nearest < pieces.length - 1 && out.refNanos() > pieces[nearest].end()) {
            between(nearest, nearest + 1, stamp, out);
        }
    }

    /**
     * Widens the bounds in a gap with a step at an unknown moment. If the other side's line leads into the gap too,
     * both remain possible.
     */
    private void between(int nearest, int other, long stamp, PlacedStamp out) {
        long ref = out.refNanos();
        double err = out.errStatNanos();
        double lo = out.loNanos();
        double hi = out.hiNanos();
        in(other, stamp, out);
        long also = out.refNanos();
        double shift = also - ref;
        int first = Math.min(nearest, other);
        if (also + out.hiNanos() >= pieces[first].end() && also + out.loNanos() <= pieces[first + 1].begin()) {
            lo = Math.min(lo, out.loNanos() + shift);
            hi = Math.max(hi, out.hiNanos() + shift);
        }
        out.set(ref, err, lo, hi, How.STEPPED);
    }

    /**
     * A node's clock without a step, in arithmetic that creates no objects. It interpolates between windows and
     * predicts outside.
     */
    static final class ClockPiece {
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
            stretches[0] = new ClockStretch(windows[0], wander, -NodeModel.MAX_STAMP_NANOS, begins[0],
                    valid(model, windows[0]));
            stretches[n] = new ClockStretch(windows[n - 1], wander, begins[n - 1], NodeModel.MAX_STAMP_NANOS + 1,
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
            // The offset changes by 1e-4 of the change in x. Three rounds are exact to below 1 ns; mostly fewer
            // suffice.
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
            if (x > NodeModel.MAX_STAMP_NANOS || x < -NodeModel.MAX_STAMP_NANOS) {
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
}
