package runbench.base.progress;

import java.util.concurrent.TimeUnit;

/** Progress that is displayed only for work that takes more than two seconds. */
public final class LateProgress {
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
