package runbench.pas2p.phase;

import java.util.function.Consumer;
import runbench.pas2p.block.Similarity;
import runbench.pas2p.exchange.BlockExchange;
import runbench.pas2p.exchange.BlockExchange.WordBlock;
import runbench.pas2p.exchange.BlockExchange.WordFeed;
import runbench.pas2p.order.EventType;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.phase.PhaseAnalysis.PhaseFollower;
import runbench.pas2p.phase.TickRow.RankTimes;
import runbench.pas2p.phase.TimeBalance.EarlyArrivals;
import runbench.pas2p.trace.Communicators;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.Followers;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;
import runbench.pas2p.trace.TraceFormat;

/**
 * The transfer of ordered events to a separate thread that finds phases shortly behind the walk. The result does not
 * depend on timing: rows arrive in the order of ticks, and nothing returns to the walk.
 */
final class RowRelay implements SweepSink, AutoCloseable {
    private static final int BLOCKS = 8;

    private final RankTimelines clocks;
    private final Followers followers;
    private final PhaseFinder finder;
    /** Follower of the walk; null: none. */
    private final PhaseFollower follower;
    private final TickRows rows;
    private final EarlyArrivals early = new EarlyArrivals();
    private final OrderedTicks ticks;
    private final BlockExchange<WordBlock> exchange;
    private final Thread thread;
    private final WordFeed feed;
    private Throwable failure;

    /**
     * Creates a relay.
     *
     * @param ticks receives the tick of each event
     * @param follower null: none
     */
    RowRelay(MpiTrace trace, PhaseFinder finder, OrderedTicks ticks, PhaseFollower follower) {
        clocks = trace.clocks();
        followers = new Followers(trace.locations());
        this.ticks = ticks;
        this.finder = finder;
        this.follower = follower;
        rows = new TickRows(trace, followers, finder::accept);
        exchange = new BlockExchange<>(WordBlock::new, BLOCKS);
        feed = new WordFeed(exchange);
        thread = new Thread(this::find, "phases");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void event(int location, int tick, EventCursor event) {
        ticks.add(location, tick);
        if (feed.ready()) {
            followers.track(location, event);
            feed.add(TickRows.word(location, tick));
        }
    }

    @Override
    public void receive(int location, int tick, EventCursor event, long sentNanos) {
        ticks.add(location, tick);
        // Similarity between phases compares sends only: receives follow from them (thesis, section 3.4.3).
        if (sentNanos != Long.MIN_VALUE) {
            early.message(clocks.toReference(event.peer(), sentNanos), clocks.toReference(location, event.endNanos()));
        }
    }

    @Override
    public void endTick(int tick) {
        // Each event contains its tick.
    }

    private void find() {
        try {
            for (WordBlock full = exchange.toEmpty(); full != null; full = exchange.toEmpty()) {
                rows.accept(full);
                exchange.emptied(full);
                if (follower != null) {
                    follower.known(finder.occurrences());
                }
            }
            rows.endTick();
            finder.finish();
        } catch (RuntimeException | Error e) {
            failure = e;
            exchange.giveUp();
            followers.abandon();
        }
    }

    /** Ends the walk; the phases are known afterwards. */
    @Override
    public void close() {
        feed.end();
        BlockExchange.join(thread);
        if (failure instanceof RuntimeException e) {
            throw e;
        } else if (failure != null) {
            throw (Error) failure;
        }
    }

    EarlyArrivals early() {
        return early;
    }

    /**
     * The collection of a walk's sends and collectives into rows. The events of a tick come in any order of ranks; a
     * bit per rank sorts them at a cost of one word per 64 ranks.
     */
    private static final class TickRows {
        private static final int TYPE = 0;
        private static final int BYTES = 1;
        private static final int START = 2;
        private static final int END = 3;
        private static final int COMPUTE = 4;
        private static final int MPI = 5;
        private static final int IN_CALL = 6;
        private static final int SITE = 7;
        private static final int STRIDE = 8;

        private final Followers followers;
        private final Communicators communicators;
        private final RankTimelines clocks;
        private final boolean shifted;
        private final Consumer<TickRow> next;
        private final TickRow row;
        private final long[] present;
        /** The collected event of each location; its words are contiguous, within one cache line. */
        private final long[] gathered;
        private final long[][] counts;
        private final RankTimes times;
        private final long runStart;
        private boolean begun;
        /** Tick of the collected events; negative: none. */
        private int tick = -1;

        /**
         * Creates an empty collection.
         *
         * @param followers cursors over the events
         */
        TickRows(MpiTrace trace, Followers followers, Consumer<TickRow> next) {
            this.followers = followers;
            communicators = trace.communicators();
            this.clocks = trace.clocks();
            this.shifted = clocks != RankTimelines.NONE;
            this.next = next;
            int ranks = trace.locations();
            int events = trace.countedEvents().size();
            row = new TickRow(ranks, events);
            counts = new long[events][ranks];
            times = new RankTimes(trace, events);
            runStart = trace.runStartNanos();
            present = new long[ranks + 63 >> 6];
            gathered = new long[ranks * STRIDE];
        }

        /** Encodes a send or collective. The calls for a location cover all its sends and collectives in order. */
        static long word(int location, int tick) {
            return (long) tick << 32 | location;
        }

        /** Takes encoded events in ascending order of ticks. */
        void accept(WordBlock events) {
            int size = events.size();
            for (int i = 0; i < size; i++) {
                long word = events.word(i);
                if ((int) (word >> 32) != tick) {
                    endTick();
                    tick = (int) (word >> 32);
                }
                event((int) word);
            }
        }

        private void event(int location) {
            EventCursor e = followers.cursor(location);
            do {
                e.advance();
            } while (e.kind() == TraceFormat.RECV || !e.isEvent());
            present[location >> 6] |= 1L << location;
            int own = location * STRIDE;
            gathered[own + TYPE] = EventType.of(e, communicators);
            gathered[own + BYTES] = e.bytes();
            gathered[own + SITE] = e.site();
            long t0 = e.startNanos();
            long t1 = e.endNanos();
            gathered[own + START] = shifted ? clocks.toReference(location, t0) : t0;
            gathered[own + END] = shifted ? clocks.toReference(location, t1) : t1;
            gathered[own + COMPUTE] = e.computeNanos();
            gathered[own + MPI] = e.mpiNanos();
            gathered[own + IN_CALL] = t1 - t0;
            for (int i = 0; i < counts.length; i++) {
                counts[i][location] = e.count(i);
            }
        }

        /** Ends the tick: all its events have arrived. */
        void endTick() {
            if (tick < 0) {
                return;
            }
            int n = 0;
            for (int w = 0; w < present.length; w++) {
                for (long bits = present[w]; bits != 0; bits &= bits - 1) {
                    put(n++, w << 6 | Long.numberOfTrailingZeros(bits));
                }
                present[w] = 0;
            }
            row.tick = tick;
            row.size = n;
            if (!begun) {
                begun = true;
                times.begin(row.latestStart(runStart));
            }
            for (int i = 0; i < n; i++) {
                int own = row.rank[i] * STRIDE;
                times.put(row, i, gathered[own + COMPUTE], gathered[own + MPI], gathered[own + IN_CALL], counts);
            }
            row.computeHashes();
            next.accept(row);
        }

        private void put(int i, int r) {
            row.rank[i] = r;
            int own = r * STRIDE;
            row.type[i] = gathered[own + TYPE];
            row.bytes[i] = gathered[own + BYTES];
            row.site[i] = (int) gathered[own + SITE];
            row.startNanos[i] = gathered[own + START];
            row.endNanos[i] = gathered[own + END];
        }
    }
}
