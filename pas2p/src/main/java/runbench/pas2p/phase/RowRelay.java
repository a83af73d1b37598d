package runbench.pas2p.phase;

import runbench.pas2p.exchange.BlockExchange;
import runbench.pas2p.exchange.WordBlock;
import runbench.pas2p.exchange.WordFeed;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.Followers;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;

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
    private final BlockExchange<WordBlock> exchange;
    private final Thread thread;
    private final WordFeed feed;
    private Throwable failure;

    /**
     * Creates a relay.
     *
     * @param follower null: none
     */
    RowRelay(MpiTrace trace, PhaseFinder finder, PhaseFollower follower) {
        clocks = trace.clocks();
        followers = new Followers(trace.locations());
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
        if (feed.ready()) {
            followers.see(location, event);
            feed.add(TickRows.word(location, tick));
        }
    }

    @Override
    public void receive(int location, int tick, EventCursor event, long sentNanos) {
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
            followers.leave();
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
}
