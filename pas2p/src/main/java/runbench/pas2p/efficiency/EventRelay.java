package runbench.pas2p.efficiency;

import java.util.Arrays;
import runbench.pas2p.exchange.BlockExchange;
import runbench.pas2p.exchange.WordBlock;
import runbench.pas2p.exchange.WordFeed;
import runbench.pas2p.phase.PhaseFollower;
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
}
