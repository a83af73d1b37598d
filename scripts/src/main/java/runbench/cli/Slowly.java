package runbench.cli;

import java.util.concurrent.TimeUnit;
import runbench.base.progress.Progress;

/** Progress that shows only of work that takes more than two seconds. */
final class Slowly {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Progress progress;
    private final long total;
    private final long start = System.nanoTime();
    private long done;

    Slowly(Progress progress, long total) {
        this.progress = progress;
        this.total = total;
    }

    void step() {
        done++;
        if (System.nanoTime() - start > PATIENCE_NANOS) {
            progress.at(done, total);
        }
    }
}
