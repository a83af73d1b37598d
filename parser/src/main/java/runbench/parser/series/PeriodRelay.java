package runbench.parser.series;

import runbench.parser.series.SeriesCollector.PeriodVisitor;

/**
 * The transfer of periods from the thread that reads a recording to visitors on all CPUs. Each visitor receives all
 * periods in their order, from one thread at a time, so its result does not depend on timing. The visitors must not
 * share state.
 *
 * <p>Periods are copied into batches. A free thread takes the visitor that is most behind and passes it its next batch.
 * If all batches are full, the reading thread does the same.
 */
final class PeriodRelay implements PeriodVisitor, AutoCloseable {
    /** Number of periods in a batch. All batches together are as large as a second-level cache. */
    private static final int BATCH = 256;
    private static final int BATCHES = 8;

    private final PeriodVisitor[] visitors;
    /** Per visitor, the number of batches that it has received, and whether a thread is passing it one. */
    private final long[] received;
    private final boolean[] busy;
    private final Period[][] batches = new Period[BATCHES][BATCH];
    private final int[] sizes = new int[BATCHES];
    private final Thread[] helpers;
    private long published;
    private boolean ended;
    private Throwable failure;
    /** The number of periods in the batch that is being filled. */
    private int filled;

    /**
     * Creates a relay and starts its threads.
     *
     * @param helpers number of threads in addition to the reading one, at least 1
     */
    PeriodRelay(PeriodVisitor[] visitors, int helpers) {
        this.visitors = visitors.clone();
        received = new long[visitors.length];
        busy = new boolean[visitors.length];
        this.helpers = new Thread[helpers];
        for (int t = 0; t < helpers; t++) {
            this.helpers[t] = new Thread(this::help, "periods");
            this.helpers[t].setDaemon(true);
            this.helpers[t].start();
        }
    }

    @Override
    public void period(Period p) {
        Period[] batch = batches[(int) (published % BATCHES)];
        if (batch[filled] == null) {
            batch[filled] = p.newCopy();
        }
        batch[filled++].copy(p);
        if (filled == BATCH) {
            publish();
        }
    }

    private void publish() {
        synchronized (this) {
            sizes[(int) (published % BATCHES)] = filled;
            published++;
            notifyAll();
        }
        filled = 0;
        while (passOne(published - BATCHES + 1)) {
            // Until the next batch is free.
        }
        rethrow();
    }

    private synchronized void rethrow() {
        if (failure instanceof RuntimeException e) {
            throw e;
        } else if (failure != null) {
            throw (Error) failure;
        }
    }

    /**
     * Passes all remaining periods and ends the threads.
     *
     * @throws RuntimeException a visitor failed
     */
    void finish() {
        publish();
        while (passOne(published)) {
            // Until all visitors have received all batches.
        }
        close();
        for (Thread helper : helpers) {
            join(helper);
        }
        rethrow();
    }

    private static void join(Thread thread) {
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

    /** Ends the threads, also after the reading thread failed. */
    @Override
    public synchronized void close() {
        ended = true;
        notifyAll();
    }

    private void help() {
        while (passOne(Long.MAX_VALUE)) {
            // Until the end.
        }
    }

    /** Returns the number of batches that all visitors have received. */
    private long receivedByAll() {
        long least = published;
        for (long r : received) {
            least = Math.min(least, r);
        }
        return least;
    }

    /**
     * Passes a batch to the visitor that is most behind, or waits until there may be one.
     *
     * @param enough number of batches
     * @return false if all visitors have received at least {@code enough} batches, or after the end
     */
    private boolean passOne(long enough) {
        int visitor;
        synchronized (this) {
            if (ended || failure != null || receivedByAll() >= enough) {
                return false;
            }
            visitor = mostBehind();
            if (visitor < 0) {
                await();
                return true;
            }
            busy[visitor] = true;
        }
        Throwable thrown = null;
        int place = (int) (received[visitor] % BATCHES);
        try {
            pass(visitors[visitor], batches[place], sizes[place]);
        } catch (RuntimeException | Error e) {
            thrown = e;
        }
        synchronized (this) {
            failure = failure == null ? thrown : failure;
            busy[visitor] = false;
            received[visitor]++;
            notifyAll();
        }
        return true;
    }

    private static void pass(PeriodVisitor visitor, Period[] batch, int size) {
        for (int i = 0; i < size; i++) {
            visitor.period(batch[i]);
        }
    }

    private int mostBehind() {
        int found = -1;
        for (int v = 0; v < received.length; v++) {
            if (!busy[v] && received[v] < published && (found < 0 || received[v] < received[found])) {
                found = v;
            }
        }
        return found;
    }

    private void await() {
        try {
            wait();
        } catch (InterruptedException e) {
            failure = failure == null ? new IllegalStateException("interrupted while reading", e) : failure;
            Thread.currentThread().interrupt();
        }
    }
}
