package runbench.measure.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import runbench.base.error.RunbenchException;
import runbench.base.file.DiskSpace;
import runbench.sampler.run.SamplingPeriod;

/** Estimates the disk space of a batch, so that a lack of space is reported before the first run. */
public final class DiskNeed {
    /** Recording, CSV and four gnuplot files, per sample of four events. */
    private static final long BYTES_PER_SAMPLE = 400;
    private static final long RECORDED_PER_SAMPLE = 60;
    private static final long BYTES_PER_RUN = 4L << 20;
    private static final long RESERVE_BYTES = 1L << 30;
    /** Assumed time of entries without an estimated time. */
    private static final double DEFAULT_SECONDS = 600;
    /** Samples per second of native run time at one sample per million instructions. */
    private static final double EMULATED_SAMPLES_PER_SECOND = 3000;

    private final List<BatchItem> plan;
    private final int runs;
    private final Path path;

    /**
     * Creates an estimate.
     *
     * @param runs number of runs per item, each with its own recording
     * @param path folder of the batch, which may not exist yet
     */
    public DiskNeed(List<BatchItem> plan, int runs, Path path) {
        this.plan = List.copyOf(plan);
        this.runs = runs;
        this.path = path;
    }

    /**
     * Checks the free space.
     *
     * @param seconds returns the estimated time of an item's benchmark in s; null: unknown
     * @param period parses an item's period
     * @throws RunbenchException exit code 3: less free space than needed plus a reserve
     */
    public void check(Function<BatchItem, Double> seconds, Function<String, SamplingPeriod> period) throws IOException {
        double need = bytes(seconds, period);
        long free = DiskSpace.usableBytes(existing(path));
        if (free < need) {
            throw RunbenchException
                    .machine("the batch needs about %.1f GiB (a reserve of 1 GiB included), %s has %.1f GiB free"
                            .formatted(need / (1L << 30), path, free / (double) (1L << 30)))
                    .remedy("make room, write elsewhere with -o DIR, or leave out the shortest period");
        }
    }

    /** Returns the bytes needed by all items, including the reserve. */
    double bytes(Function<BatchItem, Double> seconds, Function<String, SamplingPeriod> period) {
        double need = RESERVE_BYTES;
        for (BatchItem item : plan) {
            Double known = seconds.apply(item);
            double perSecond = item.emulated() ? EMULATED_SAMPLES_PER_SECOND
                    : 1e9 / period.apply(item.period()).nanos();
            double samples = (known == null ? DEFAULT_SECONDS : known) * perSecond;
            // Recordings of several runs are merged into one more, from which the tables are made.
            need += BYTES_PER_RUN + samples * (BYTES_PER_SAMPLE + (runs > 1 ? runs * RECORDED_PER_SAMPLE : 0));
        }
        return need;
    }

    private static Path existing(Path path) {
        Path p = path.toAbsolutePath();
        while (!Files.exists(p) && p.getParent() != null) {
            p = p.getParent();
        }
        return p;
    }
}
