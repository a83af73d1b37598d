package runbench.pas2p.exchange;

/** Fills blocks with words, one word after the other, and hands each over when it is full. For one thread. */
public final class WordFeed {
    private static final long[] NO_WORDS = {};

    private final BlockExchange<WordBlock> exchange;
    /** Null: nobody wants more. */
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

    /** @return there is room for another word; false: nobody wants more */
    public boolean ready() {
        if (size == words.length && block != null) {
            handOver();
            next();
        }
        return block != null;
    }

    /** Only if it is {@link #ready}. */
    public void add(long word) {
        words[size++] = word;
    }

    /** Something in the word that is added next happens at this time, reference time. */
    public void happens(long nanos) {
        latest = Math.max(latest, nanos);
    }

    /** Nothing more comes; what is here is handed over. */
    public void end() {
        if (block != null) {
            handOver();
            block = null;
            words = NO_WORDS;
        }
        exchange.end();
    }
}
