package runbench.base.progress;

/** Where progress shows: one piece of work after the other. Closing removes what is shown; more work may follow. */
public interface ProgressDisplay extends AutoCloseable {
    /** Nobody watches. */
    ProgressDisplay NONE = new ProgressDisplay() {
        @Override
        public Progress start(String what, String unit) {
            return Progress.NONE;
        }

        @Override
        public void close() {
            // Nothing shows.
        }
    };

    /** Progress of one piece of work, replacing the one shown before. */
    Progress start(String what, String unit);

    @Override
    void close();
}
