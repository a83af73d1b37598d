package runbench.pas2p.exchange;

/** Some words for another thread, of which none needs more than a few bits about an event that both can look up. */
public final class WordBlock {
    private static final int WORDS = 1 << 11;

    private final long[] words = new long[WORDS];
    private int size;
    private long latest = Long.MIN_VALUE;

    public void clear() {
        size = 0;
        latest = Long.MIN_VALUE;
    }

    public boolean full() {
        return size == WORDS;
    }

    public void add(long word) {
        words[size++] = word;
    }

    /** Something in it happens at this time, reference time. */
    public void happens(long nanos) {
        latest = Math.max(latest, nanos);
    }

    /** The latest time at which something in it {@link #happens}. */
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
