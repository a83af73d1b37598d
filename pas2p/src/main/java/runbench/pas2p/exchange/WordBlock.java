package runbench.pas2p.exchange;

/** Words for another thread. A word contains a few bits about an event, which both threads look up. */
public final class WordBlock {
    private static final int WORDS = 1 << 11;

    private final long[] words = new long[WORDS];
    private int size;
    private long latest;

    long[] words() {
        return words;
    }

    /** Sets the contents once per block: the two threads do not write and read neighbouring memory for each word. */
    void holds(int howMany, long latestNanos) {
        size = howMany;
        latest = latestNanos;
    }

    /** The latest time at which something in the block {@linkplain WordFeed#happens happens}. */
    public long latestNanos() {
        return latest;
    }

    public int size() {
        return size;
    }

    public long word(int i) {
        return words[i];
    }
}
