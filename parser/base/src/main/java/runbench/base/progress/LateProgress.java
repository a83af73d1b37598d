package runbench.base.progress;

import java.util.concurrent.TimeUnit;

/** Progress that shows only of work that takes more than two seconds. */
public final class LateProgress {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

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
        if (System.nanoTime() - start > PATIENCE_NANOS) {
            progress.at(done, total);
        }
    }
}
