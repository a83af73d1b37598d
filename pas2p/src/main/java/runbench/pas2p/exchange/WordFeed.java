package runbench.pas2p.exchange;

/** Writer of words into blocks; full blocks are handed over. For one thread. */
public final class WordFeed {
    private static final long[] NO_WORDS = {};

    private final BlockExchange<WordBlock> exchange;
    /** The current block; null: the reader has given up. */
    private WordBlock block;
    private long[] words = NO_WORDS;
    private int size;
    private long latest;

    public WordFeed(BlockExchange<WordBlock> exchange) {
        this.exchange = exchange;
        next();
    }

    private void next() {
        block = null;
        words = NO_WORDS;
        size = 0;
        latest = Long.MIN_VALUE;
        block = exchange.toFill();
        if (block != null) {
            words = block.words();
        }
    }

    private void handOver() {
        block.holds(size, latest);
        exchange.filled(block);
    }

    /** Returns true if there is room for another word; false: the reader has given up. */
    public boolean ready() {
        if (size == words.length && block != null) {
            handOver();
            next();
        }
        return block != null;
    }

    /** Adds a word; requires {@link #ready}. */
    public void add(long word) {
        words[size++] = word;
    }

    /** Records the reference time of something in the next word. */
    public void happens(long nanos) {
        latest = Math.max(latest, nanos);
    }

    /** Ends the feed and hands over the last block. */
    public void end() {
        if (block != null) {
            handOver();
            block = null;
            words = NO_WORDS;
        }
        exchange.end();
    }
}
