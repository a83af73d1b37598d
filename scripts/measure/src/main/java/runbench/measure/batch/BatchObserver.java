package runbench.measure.batch;

/** Follows a batch for whoever started it. */
public interface BatchObserver extends AutoCloseable {
    /** One run. */
    @FunctionalInterface
    interface Work {
        Outcome run() throws InterruptedException;
    }

    /** Before the first run. */
    void begun(BatchFolder folder);

    /**
     * Has an item run, and shows that meanwhile.
     *
     * @param seconds about how long it takes; null where unknown
     */
    Outcome follow(BatchItem item, Double seconds, Work work) throws InterruptedException;

    /** A line of the batch's log, as it is written. */
    void logged(String line);

    /** This process is asked to end; called on a thread of its own. Nothing else is reported any more. */
    void interrupted(BatchFolder folder);

    /** Behind the last run. */
    @Override
    void close();
}
