package runbench.pas2p.efficiency;

import java.util.Arrays;
import runbench.pas2p.efficiency.Windows.KnownWindows;
import runbench.pas2p.exchange.BlockExchange;
import runbench.pas2p.exchange.BlockExchange.WordBlock;
import runbench.pas2p.exchange.BlockExchange.WordFeed;
import runbench.pas2p.phase.PhaseAnalysis.PhaseFollower;
import runbench.pas2p.phase.PhaseOccurrences;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.Followers;
import runbench.pas2p.trace.RankTimelines;

/** The transmission of a walk's causal calls and phase calls to another thread, in the order of the walk. */
final class EventRelay implements PhaseFollower {
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
            followers.see(location, event);
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
        add(first ? RelayedCall.ENTERED_FIRST : RelayedCall.ENTERED, location, event, ((Operation) operation).number());
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
     * A call of {@link runbench.pas2p.order.SweepSink.CausalSink}, encoded in one word. The reader of the word looks up
     * the event itself.
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
