package runbench.pas2p.exchange;

/** Some words for another thread, of which none needs more than a few bits about an event that both can look up. */
public final class WordBlock {
    private static final int WORDS = 1 << 11;

    private final long[] words = new long[WORDS];
    private int size;
    private long latest;

    long[] words() {
        return words;
    }

    /**
     * Says what it holds, once: who fills and who empties blocks should not write and read beside each other for each
     * word.
     */
    void holds(int howMany, long latestNanos) {
        size = howMany;
        latest = latestNanos;
    }

    /** The latest time at which something in it {@linkplain WordFeed#happens happens}. */
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
