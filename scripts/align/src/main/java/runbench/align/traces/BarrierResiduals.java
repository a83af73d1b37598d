package runbench.align.traces;

import java.util.Arrays;
import runbench.base.stats.Quantile;
import java.util.EnumSet;
import java.util.Set;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.TraceFormat;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import runbench.base.progress.Progress;
import runbench.base.timeline.PlacedStamp;
import runbench.pas2p.trace.Communicators.Communicator;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;

/**
 * A check of the clocks by barriers: no rank leaves a barrier before the last one has entered it. A residual is the
 * last entry minus the first exit in ns. A positive residual is impossible; a negative one is the duration of the
 * barrier.
 *
 * @param collectives number of barriers, and of collectives that act as one, with more than one rank
 * @param incomplete number of those with a member that is missing in the trace or not aligned; they are not judged
 * @param before residuals of the recorded stamps
 * @param after residuals on the aligned axis
 * @param within number that is possible within the clocks' guaranteed intervals
 * @param beyond number that is not
 */
public record BarrierResiduals(long collectives, long incomplete, ResidualSpread before, ResidualSpread after,
        long within, long beyond) {
    private static final int PROGRESS_MASK = 0xfff;

    static BarrierResiduals of(MpiTrace trace, TraceClocks clocks, Progress progress) {
        return new Walk(trace, clocks, progress).run();
    }

    /** One operation whose members are being collected. */
    private static final class Gathering {
        int missing;
        boolean aligned = true;
        long lastEntry = Long.MIN_VALUE;
        long firstExit = Long.MAX_VALUE;
        long lastEntryRef = Long.MIN_VALUE;
        long firstExitRef = Long.MAX_VALUE;
        long lastEarliestEntry = Long.MIN_VALUE;
        long firstLatestExit = Long.MAX_VALUE;

        Gathering(int members) {
            missing = members;
        }
    }

    /** A rank's next barrier; ranks are read in time order, so that few operations are open at a time. */
    private record Next(int location, long refNanos) {}

    private static final class Walk {
        private final MpiTrace trace;
        private final TraceClocks clocks;
        private final Progress progress;
        private final PlacedStamp at = new PlacedStamp();
        private final Map<Long, Gathering> open = new HashMap<>();
        private final ResidualSpread.Values before = new ResidualSpread.Values();
        private final ResidualSpread.Values after = new ResidualSpread.Values();
        private long collectives;
        private long unaligned;
        private long within;
        private long beyond;
        private long done;

        Walk(MpiTrace trace, TraceClocks clocks, Progress progress) {
            this.trace = trace;
            this.clocks = clocks;
            this.progress = progress;
        }

        BarrierResiduals run() {
            EventCursor[] cursors = new EventCursor[trace.locations()];
            PriorityQueue<Next> queue = new PriorityQueue<>((x, y) -> Long.compare(x.refNanos, y.refNanos));
            try {
                for (int l = 0; l < cursors.length; l++) {
                    cursors[l] = trace.cursor(l);
                    queue(queue, l, cursors[l]);
                }
                while (!queue.isEmpty()) {
                    int location = queue.poll().location;
                    take(trace.rankOf(location), cursors[location]);
                    queue(queue, location, cursors[location]);
                }
            } finally {
                for (EventCursor c : cursors) {
                    if (c != null) {
                        c.close();
                    }
                }
            }
            return new BarrierResiduals(collectives, unaligned + open.size(), before.distribution(),
                    after.distribution(), within, beyond);
        }

        /** Queues the next barrier of a location; only barriers need the order of time. */
        private void queue(PriorityQueue<Next> queue, int location, EventCursor cursor) {
            while (cursor.advance()) {
                if ((++done & PROGRESS_MASK) == 0) {
                    progress.at(done, trace.events());
                }
                if (BarrierLike.is(cursor)) {
                    clocks.locate(trace.rankOf(location), cursor.startNanos(), at);
                    queue.add(new Next(location, at.refNanos()));
                    return;
                }
            }
        }

        private void take(int rank, EventCursor event) {
            Communicator comm = trace.communicators().of(event.comm());
            if (comm == null || comm.size() < 2) {
                return;
            }
            long key = BarrierLike.key(event);
            Gathering g = open.get(key);
            if (g == null) {
                g = new Gathering(comm.size());
                open.put(key, g);
                collectives++;
            }
            g.aligned &= clocks.aligned(rank);
            g.lastEntry = Math.max(g.lastEntry, event.startNanos());
            g.firstExit = Math.min(g.firstExit, event.endNanos());
            clocks.locate(rank, event.startNanos(), at);
            g.lastEntryRef = Math.max(g.lastEntryRef, at.refNanos());
            g.lastEarliestEntry = Math.max(g.lastEarliestEntry, at.earliest());
            clocks.locate(rank, event.endNanos(), at);
            g.firstExitRef = Math.min(g.firstExitRef, at.refNanos());
            g.firstLatestExit = Math.min(g.firstLatestExit, at.latest());
            if (--g.missing == 0) {
                open.remove(key);
                judge(g);
            }
        }

        private void judge(Gathering g) {
            if (!g.aligned) {
                unaligned++;
                return;
            }
            before.add((double) g.lastEntry - g.firstExit);
            after.add((double) g.lastEntryRef - g.firstExitRef);
            if (g.lastEarliestEntry <= g.firstLatestExit) {
                within++;
            } else {
                beyond++;
            }
        }
    }

    /** Detects collectives that no rank leaves before all ranks have entered. */
    static final class BarrierLike {
        /**
         * Other collectives with data from all to all are excluded: a rank that contributes nothing to a receiver does
         * not delay it.
         */
        private static final Set<MpiOp> OPERATIONS = EnumSet.of(MpiOp.BARRIER, MpiOp.ALLREDUCE, MpiOp.ALLGATHER,
                MpiOp.ALLTOALL, MpiOp.REDUCE_SCATTER_BLOCK);

        private BarrierLike() {
        }

        /** Returns whether a call delays all other members until it is entered; an operation without data may not. */
        static boolean is(EventCursor event) {
            if (event.kind() != TraceFormat.COLL || !event.isEvent()
                    || (event.flags() & TraceFormat.FLAG_INTERCOMM) != 0) {
                return false;
            }
            MpiOp op = MpiOp.of(event.op());
            return OPERATIONS.contains(op) && (op == MpiOp.BARRIER || event.bytes() > 0);
        }

        /** Returns a key that is equal for all members of one operation. */
        static long key(EventCursor event) {
            return (long) event.comm() << 32 | event.post() & 0xffff_ffffL;
        }
    }

    /**
     * The distribution of residuals in ns. All components except {@code n} are null if {@code n} is 0.
     *
     * @param n number of residuals
     * @param min smallest
     * @param p05 5th percentile
     * @param median median
     * @param p95 95th percentile
     * @param max largest
     * @param positive number of residuals above 0
     */
    public record ResidualSpread(long n, Double min, Double p05, Double median, Double p95, Double max, long positive) {
        static ResidualSpread of(double[] values, int n) {
            double[] sorted = Arrays.copyOf(values, n);
            Arrays.sort(sorted);
            if (n == 0) {
                return new ResidualSpread(0, null, null, null, null, null, 0);
            }
            return new ResidualSpread(n, sorted[0], at(sorted, 0.05), at(sorted, 0.5), at(sorted, 0.95), sorted[n - 1],
                    Arrays.stream(sorted).filter(r -> r > 0).count());
        }

        private static double at(double[] sorted, double share) {
            return Quantile.NEAREST_POSITION.ofSorted(sorted, share);
        }

        /** A growing list of values. */
        static final class Values {
            private double[] values = new double[64];
            private int n;

            void add(double value) {
                if (n == values.length) {
                    values = Arrays.copyOf(values, 2 * n);
                }
                values[n++] = value;
            }

            ResidualSpread distribution() {
                return of(values, n);
            }
        }
    }
}
