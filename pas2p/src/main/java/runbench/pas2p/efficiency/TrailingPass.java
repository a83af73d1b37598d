package runbench.pas2p.efficiency;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import runbench.base.progress.Progress;
import runbench.pas2p.efficiency.TrailingPass.EventRelay.RelayedCall;
import runbench.pas2p.efficiency.Windows.KnownWindows;
import runbench.pas2p.exchange.BlockExchange;
import runbench.pas2p.exchange.BlockExchange.WordBlock;
import runbench.pas2p.exchange.BlockExchange.WordFeed;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseAnalysis.PhaseFollower;
import runbench.pas2p.phase.PhaseOccurrences;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.Followers;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;

/**
 * An {@link EfficiencyPass} on a separate thread behind the walk that finds the phases, which saves a second walk. A
 * call belongs to the windows that it overlaps, so its block is held back until those windows are known. The relevant
 * phases are known only at the end; until then each phase is a kind of its own.
 *
 * <p>The pass gives up where it would need too much memory (a phase of millions of events, a very large number of
 * phases).
 */
final class TrailingPass {
    /** Limit of held blocks: 64 MB of the trace, and an eighth of that for the blocks. */
    private static final int MAX_BLOCKS = 512;
    /** Limit of stored times: 32 MB. */
    private static final int MAX_TIMES = 1 << 22;

    private final MpiTrace trace;
    private final Windows windows;
    private final BlockExchange<WordBlock> exchange;
    private final KnownWindows known = new KnownWindows();
    private final Followers followers;
    private final Deque<WordBlock> held = new ArrayDeque<>();
    private long[] carried = new long[64 * EfficiencyPass.WORDS];
    private Object[] operations = new Object[4];
    private EfficiencyPass pass;
    private Throwable failure;
    private final PhaseAnalysis analysis;

    /** Finds the phases, and their efficiencies as far as memory permits. */
    TrailingPass(MpiTrace trace, PhaseOptions options, Progress progress) {
        this(trace, options, MAX_BLOCKS, progress);
    }

    TrailingPass(MpiTrace trace, PhaseOptions options, int mostBlocks, Progress progress) {
        this.trace = trace;
        windows = new Windows(trace.runStartNanos());
        followers = new Followers(trace.locations());
        exchange = new BlockExchange<>(WordBlock::new, mostBlocks);
        EventRelay relay = new EventRelay(exchange, known, trace.clocks(), followers);
        Thread thread = new Thread(this::follow, "causes");
        thread.setDaemon(true);
        thread.start();
        try {
            analysis = PhaseAnalysis.followed(trace, options, relay, progress);
            relay.end();
        } catch (RuntimeException | Error e) {
            exchange.giveUp();
            throw e;
        } finally {
            BlockExchange.join(thread);
        }
    }

    PhaseAnalysis analysis() {
        return analysis;
    }

    /**
     * Ends the pass.
     *
     * @return the pass, with kinds of windows as in {@link Windows#of}; null: it has given up
     */
    EfficiencyPass finish(List<Phase> relevant, boolean wholeRun) {
        if (failure instanceof RuntimeException e) {
            throw e;
        } else if (failure != null) {
            throw (Error) failure;
        }
        if (exchange.givenUp()) {
            return null;
        }
        windows.finish(analysis);
        replayHeld(Long.MAX_VALUE);
        if (tooMuch()) {
            return null;
        }
        pass().finish(wholeRun);
        int[] kindOfKind = Windows.kindOfKind(analysis, relevant);
        windows.become(kindOfKind, relevant.size() + 2);
        pass.become(kindOfKind, windows.kinds());
        return pass;
    }

    Windows windows() {
        return windows;
    }

    private void follow() {
        try {
            for (WordBlock block = exchange.toEmpty(); block != null; block = exchange.toEmpty()) {
                known.to(windows);
                held.add(block);
                if (windows.count() > 0) {
                    replayHeld(windows.end(windows.count() - 1));
                }
                if (tooMuch()) {
                    exchange.giveUp();
                }
            }
        } catch (RuntimeException | Error e) {
            failure = e;
            exchange.giveUp();
        }
        if (exchange.givenUp()) {
            followers.abandon();
        }
    }

    private boolean tooMuch() {
        return (long) windows.kinds() * trace.locations() > MAX_TIMES || pass != null && pass.waits.pairsLeftOut();
    }

    private EfficiencyPass pass() {
        if (pass == null) {
            pass = new EfficiencyPass(trace, windows);
        }
        return pass;
    }

    /** Makes the calls of the held blocks in order, up to the first one that ends after {@code known}. */
    private void replayHeld(long known) {
        while (!held.isEmpty() && held.peek().latestNanos() <= known) {
            WordBlock block = held.remove();
            replay(block, pass());
            exchange.emptied(block);
        }
    }

    private void replay(WordBlock block, EfficiencyPass to) {
        int size = block.size();
        for (int i = 0; i < size; i++) {
            long call = block.word(i);
            int what = RelayedCall.what(call);
            int location = RelayedCall.location(call);
            int carrier = RelayedCall.carrier(call);
            EventCursor event = followers.cursor(location);
            if (what != RelayedCall.LEFT) {
                event.advance();
            }
            switch (what) {
                case RelayedCall.SENT -> to.sent(location, event, message(carrier), carrier * EfficiencyPass.WORDS);
                case RelayedCall.RECEIVED ->
                    to.received(location, event, carrier < 0 ? null : carried, carrier * EfficiencyPass.WORDS);
                case RelayedCall.ENTERED_FIRST -> to.entered(location, event, operation(carrier), true);
                case RelayedCall.ENTERED -> to.entered(location, event, operations[carrier], false);
                default -> to.left(location, event, operations[carrier]);
            }
        }
    }

    private long[] message(int number) {
        if ((number + 1) * EfficiencyPass.WORDS > carried.length) {
            carried = Arrays.copyOf(carried, 2 * carried.length);
        }
        return carried;
    }

    private Object operation(int number) {
        if (number >= operations.length) {
            operations = Arrays.copyOf(operations, Math.max(number + 1, 2 * operations.length));
        }
        if (operations[number] == null) {
            operations[number] = pass.newOperation();
        }
        return operations[number];
    }

    /** The transmission of a walk's causal calls and phase calls to another thread, in the order of the walk. */
    static final class EventRelay implements PhaseFollower {
        /** The data carried by a collective operation here: its number. */
        private record Operation(int number) {}

        private final BlockExchange<WordBlock> exchange;
        private final KnownWindows known;
        private final RankTimelines clocks;
        private final Followers followers;
        private final WordFeed feed;
        private int operations;
        private int messages;
        /** Numbers of delivered messages, which are reused. */
        private int[] free = new int[64];
        private int freeCount;

        /**
         * Creates a relay.
         *
         * @param followers cursors of the other thread
         */
        EventRelay(BlockExchange<WordBlock> exchange, KnownWindows known, RankTimelines clocks, Followers followers) {
            this.exchange = exchange;
            this.known = known;
            this.clocks = clocks;
            this.followers = followers;
            feed = new WordFeed(exchange);
        }

        private void add(int what, int location, EventCursor event, int carrier) {
            if (feed.ready()) {
                followers.track(location, event);
                feed.happens(clocks.toReference(location, event.endNanos()));
                feed.add(RelayedCall.word(what, location, carrier));
            }
        }

        @Override
        public int carriedWords() {
            return 1;
        }

        @Override
        public void sent(int location, EventCursor send, long[] words, int at) {
            int number = freeCount > 0 ? free[--freeCount] : messages++;
            words[at] = number;
            add(RelayedCall.SENT, location, send, number);
        }

        @Override
        public void received(int location, EventCursor receive, long[] words, int at) {
            int number = words == null ? -1 : (int) words[at];
            add(RelayedCall.RECEIVED, location, receive, number);
            if (number >= 0) {
                if (freeCount == free.length) {
                    free = Arrays.copyOf(free, 2 * freeCount);
                }
                free[freeCount++] = number;
            }
        }

        @Override
        public Object newOperation() {
            return new Operation(operations++);
        }

        @Override
        public void entered(int location, EventCursor event, Object operation, boolean first) {
            add(first ? RelayedCall.ENTERED_FIRST : RelayedCall.ENTERED, location, event,
                    ((Operation) operation).number());
        }

        @Override
        public void left(int location, EventCursor event, Object operation) {
            add(event.isEvent() ? RelayedCall.LEFT : RelayedCall.COMPLETED, location, event,
                    ((Operation) operation).number());
        }

        @Override
        public void known(PhaseOccurrences soFar) {
            if (!exchange.givenUp()) {
                known.add(soFar);
            }
        }

        /** Marks the end of the walk. */
        void end() {
            feed.end();
        }

        /**
         * A call of {@link runbench.pas2p.order.SweepSink.CausalSink}, encoded in one word. The reader of the word
         * looks up the event itself.
         */
        static final class RelayedCall {
            static final int SENT = 0;
            static final int RECEIVED = 1;
            static final int ENTERED = 2;
            static final int ENTERED_FIRST = 3;
            /** Completion by the event that was entered last: the location has no later event. */
            static final int LEFT = 4;
            /** Completion by a separate call. */
            static final int COMPLETED = 5;

            private static final int LOCATION_BITS = 28;

            private RelayedCall() {
            }

            /**
             * Encodes a call.
             *
             * @param carrier number of the message or operation; negative: none
             */
            static long word(int what, int location, int carrier) {
                return (long) what << 32 + LOCATION_BITS | (long) location << 32 | carrier & 0xffffffffL;
            }

            static int what(long word) {
                return (int) (word >>> 32 + LOCATION_BITS);
            }

            static int location(long word) {
                return (int) (word >>> 32) & (1 << LOCATION_BITS) - 1;
            }

            static int carrier(long word) {
                return (int) word;
            }
        }
    }
}
