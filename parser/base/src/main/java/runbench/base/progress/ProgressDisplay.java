package runbench.base.progress;

/** A display of progress, for one piece of work at a time. Closing clears the display; more work may follow. */
public interface ProgressDisplay extends AutoCloseable {
    /** A display without output. */
    ProgressDisplay NONE = new ProgressDisplay() {
        @Override
        public Progress start(String what, String unit) {
            return Progress.NONE;
        }

        @Override
        public void close() {
            // There is no display to clear.
        }
    };

    /**
     * Starts to display one piece of work, which replaces the previous one.
     *
     * @param what the work, for the display
     * @param unit the unit of the counts
     */
    Progress start(String what, String unit);

    @Override
    void close();
}
