package runbench.base.progress;

import java.util.concurrent.TimeUnit;

/** A receiver of the progress of long work. The command line draws it on a terminal; all other receivers ignore it. */
@FunctionalInterface
public interface Progress {
    Progress NONE = (done, total) -> {};

    /**
     * Receives the current state.
     *
     * @param done units of work done so far, of any kind (bytes, records, events)
     * @param total total number of units; negative if unknown
     */
    void at(long done, long total);

    /** Progress that is displayed only for work that takes more than two seconds. */
    final class LateProgress {
        private static final long DISPLAY_DELAY_NS = TimeUnit.SECONDS.toNanos(2);

        private final Progress progress;
        private final long total;
        private final long start = System.nanoTime();
        private long done;

        public LateProgress(Progress progress, long total) {
            this.progress = progress;
            this.total = total;
        }

        public void step() {
            done++;
            if (System.nanoTime() - start > DISPLAY_DELAY_NS) {
                progress.at(done, total);
            }
        }
    }

    /** A display of progress, for one piece of work at a time. Closing clears the display; more work may follow. */
    interface ProgressDisplay extends AutoCloseable {
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
}
