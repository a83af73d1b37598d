package runbench.measure.batch;

/** Receives the progress of a batch. */
public interface BatchObserver extends AutoCloseable {
    /** The work of one run. */
    @FunctionalInterface
    interface Work {
        Outcome run() throws InterruptedException;
    }

    /** Called before the first run. */
    void begun(BatchFolder folder);

    /**
     * Runs an item and shows its progress.
     *
     * @param seconds estimated duration in s; null: unknown
     */
    Outcome follow(BatchItem item, Double seconds, Work work) throws InterruptedException;

    /** Reports a line of the batch's log when it is written. */
    void logged(String line);

    /** Reports that this process is asked to end; called on its own thread. No other report follows. */
    void interrupted(BatchFolder folder);

    /** Called after the last run. */
    @Override
    void close();
}
