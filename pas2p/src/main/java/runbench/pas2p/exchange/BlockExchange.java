package runbench.pas2p.exchange;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/**
 * The exchange of blocks between a thread that fills them and a thread that empties them. Empty blocks return to the
 * first thread. A few blocks circulate; their number grows only while the second thread holds back all of them because
 * it depends on later data.
 *
 * @param <B> a block, which is refilled after use
 */
public final class BlockExchange<B> {
    private static final int CIRCULATING_BLOCKS = 8;

    private final Supplier<B> maker;
    private final int most;
    private final Deque<B> full = new ArrayDeque<>();
    private final Deque<B> empty = new ArrayDeque<>();
    private int made;
    private boolean awaited;
    private boolean ended;
    private boolean givenUp;

    /**
     * Creates an exchange.
     *
     * @param most maximum number of blocks; if they do not suffice, both sides give up
     */
    public BlockExchange(Supplier<B> maker, int most) {
        this.maker = maker;
        this.most = most;
    }

    /** Returns an empty block; null: the exchange was given up. */
    public synchronized B toFill() {
        while (empty.isEmpty() && !givenUp && made >= CIRCULATING_BLOCKS && !awaited) {
            await();
        }
        if (empty.isEmpty() && made >= most) {
            giveUp();
        }
        if (givenUp) {
            return null;
        }
        made += empty.isEmpty() ? 1 : 0;
        return empty.isEmpty() ? maker.get() : empty.pop();
    }

    public synchronized void filled(B block) {
        full.add(block);
        awaited = false;
        notifyAll();
    }

    /** Marks the end: no further block is filled. */
    public synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Returns a full block; null: there is no further block. */
    public synchronized B toEmpty() {
        while (full.isEmpty() && !ended && !givenUp) {
            awaited = true;
            notifyAll();
            await();
        }
        awaited = false;
        return givenUp ? null : full.poll();
    }

    public synchronized void emptied(B block) {
        empty.push(block);
        notifyAll();
    }

    /** Ends the exchange early: the remaining blocks are not needed. */
    public synchronized void giveUp() {
        givenUp = true;
        full.clear();
        empty.clear();
        notifyAll();
    }

    public synchronized boolean givenUp() {
        return givenUp;
    }

    /** Waits for the end of a thread, in spite of interrupts. The caller has asked the thread to end. */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits once. All callers loop until their condition holds. */
    @SuppressWarnings("WaitNotInLoop")
    private void await() {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted while the trace was ordered").causedBy(e);
        }
    }

    /** Words for another thread. A word contains a few bits about an event, which both threads look up. */
    public static final class WordBlock {
        private static final int WORDS = 1 << 11;

        private final long[] words = new long[WORDS];
        private int size;
        private long latest;

        long[] words() {
            return words;
        }

        /**
         * Sets the contents once per block: the two threads do not write and read neighbouring memory for each word.
         */
        void limitBlocks(int howMany, long latestNanos) {
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

    /** Writer of words into blocks; full blocks are handed over. For one thread. */
    public static final class WordFeed {
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
            block.limitBlocks(size, latest);
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
}
