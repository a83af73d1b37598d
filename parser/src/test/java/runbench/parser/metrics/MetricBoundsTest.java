package runbench.parser.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.parser.metrics.MetricSummary.MetricStatus;
import runbench.parser.record.Kind;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;

/**
 * The truth of synthetic recordings lies where the summary says: always where nothing was estimated, in 95 of 100 cases
 * else.
 */
class MetricBoundsTest {
    private static final long MS = Synthetic.MS;
    private static final long EDGE_NANOS = 5_000;
    /** Synthetic recordings of each kind; more on request: -Drunbench.coverage=1000. */
    private static final int RECORDINGS = Integer.getInteger("runbench.coverage", 100);
    private static final List<Metric> METRICS = List.of(metric("ipc", "instructions / cpu-cycles"),
            metric("branch_miss_ratio", "branch-misses / branch-instructions"),
            metric("branch_mpki", "1000 * branch-misses / instructions"), metric("clock_rate", "cpu-cycles / run_s"));

    @TempDir
    private Path dir;

    private static Metric metric(String name, String formula) {
        return new Metric(name, name, "1", "",
                List.of(new Metric.Way(Formula.parse(formula), "", "", Map.of(), Map.of(), "")), "");
    }

    /** A program in phases: per ns so many cycles, instructions, branches, mispredicted branches. */
    private static final class Program {
        private final SplittableRandom random;
        private final long phase;
        private final double[] rate = new double[4];
        private final double[] sum = new double[4];
        private long at;

        Program(SplittableRandom random) {
            this.random = random;
            phase = random.nextLong(5 * MS, 80 * MS);
        }

        /** Lets it run until then. */
        void until(long nanos) {
            while (at < nanos) {
                if (at % phase == 0) {
                    rate[0] = random.nextDouble(2, 4);
                    rate[1] = rate[0] * random.nextDouble(0.4, 3);
                    rate[2] = rate[1] * random.nextDouble(0.1, 0.25);
                    rate[3] = rate[2] * random.nextDouble(0.01, 0.1);
                }
                long next = Math.min(nanos, (at / phase + 1) * phase);
                for (int e = 0; e < 4; e++) {
                    sum[e] += rate[e] * (next - at);
                }
                at = next;
            }
        }

        double metric(String name) {
            return switch (name) {
                case "ipc" -> sum[1] / sum[0];
                case "branch_miss_ratio" -> sum[3] / sum[2];
                case "branch_mpki" -> 1000 * sum[3] / sum[1];
                default -> sum[0] / (at / 1e9);
            };
        }
    }

    private List<MetricSummary> summary(Path file) {
        return RunSummary.of(Periods.of(Recording.open(file).requireIntact()), METRICS, Progress.NONE).metrics();
    }

    private static String metadata(String... events) {
        return Synthetic.metadata("kernel", MS, events)
                .replace("\"cost_per_sample_ns\":18000", "\"cost_per_sample_ns\":" + EDGE_NANOS);
    }

    /**
     * Each counter is read, and switched on and off, up to a few microseconds after the clock, each at another time.
     */
    @Test
    void exactCountsHoldTheTruthAlways() throws IOException {
        int cases = 0;
        for (int seed = 0; seed < RECORDINGS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Program program = new Program(random);
            Path file = dir.resolve("exact" + seed + ".rec");
            RecordingWriter out = new RecordingWriter(file, 4, metadata("cpu-cycles:pmu:0:0", "instructions:pmu:0:1",
                    "branch-instructions:pmu:0:2", "branch-misses:pmu:0:3"));
            out.task(0, 9, 9, -1, 0);
            long length = random.nextLong(2, 60) * MS + random.nextLong(MS);
            double[] missed = new double[4];
            long[] last = new long[4];
            program.until(1);
            for (int e = 0; e < 4; e++) {
                missed[e] = program.rate[e] * random.nextDouble() * EDGE_NANOS;
            }
            for (long t = MS; t < length; t += MS) {
                program.until(t);
                out.counts(Kind.SAMPLE, 0, 0, 0, 9, 0, t, t, t, t, counts(program, missed, last, random));
            }
            program.until(length);
            long[] end = counts(program, missed, last, random);
            out.counts(Kind.CLOSE, 0, 0, 0, 9, 0, length, length, length, length, end)
                    .total(0, length, length, end)
                    .end(Synthetic.trailer(length / MS));
            for (MetricSummary m : summary(file)) {
                cases++;
                assertThat(m.status()).isEqualTo(MetricStatus.COMPUTED);
                assertThat(m.interval().contains(program.metric(m.name())))
                        .as("run %d: %s %s %s", seed, m.name(), program.metric(m.name()), m.interval())
                        .isTrue();
                assertThat(m.interval().high() - m.interval().low()).as("an interval that says something")
                        .isLessThan(0.1 * m.value());
            }
            Files.delete(file);
        }
        said("all counted", cases, cases);
    }

    private static void said(String what, int held, int cases) {
        System.out.printf("bounds of metrics, %s: the truth inside in %,d of %,d (%.2f %%), of %,d recordings%n", what,
                held, cases, 100.0 * held / cases, RECORDINGS);
    }

    private static long[] counts(Program program, double[] missed, long[] last, SplittableRandom random) {
        for (int e = 0; e < 4; e++) {
            double late = program.rate[e] * random.nextDouble() * EDGE_NANOS;
            last[e] = Math.max(last[e], (long) Math.floor(program.sum[e] - missed[e] + late));
        }
        return last.clone();
    }

    /** Two groups in turns of 4 ms; of a metric both events are in one group, or in two. */
    @Test
    void estimatesHoldItAsOftenAsTheySay() throws IOException {
        int cases = 0;
        int held = 0;
        for (int seed = 0; seed < RECORDINGS; seed++) {
            SplittableRandom random = new SplittableRandom(1000 + seed);
            Program program = new Program(random);
            Path file = dir.resolve("turns" + seed + ".rec");
            RecordingWriter out = new RecordingWriter(file, 2, metadata("cpu-cycles:pmu:0:0", "instructions:pmu:0:1",
                    "branch-instructions:pmu:1:0", "branch-misses:pmu:1:1"));
            out.task(0, 9, 9, -1, 0);
            long length = 1500 * MS;
            long turn = random.nextLong(80) * (MS / 10);
            long[] running = new long[2];
            double[][] counted = new double[2][2];
            double[] before = new double[4];
            for (long t = MS / 10; t <= length; t += MS / 10) {
                program.until(t);
                int group = (int) ((t + turn) / (4 * MS) % 2);
                running[group] += MS / 10;
                for (int e = 0; e < 4; e++) {
                    counted[group][e & 1] += e / 2 == group ? program.sum[e] - before[e] : 0;
                    before[e] = program.sum[e];
                }
                if (running[group] % MS == 0) {
                    out.counts(Kind.SAMPLE, 0, group, 0, 9, 0, t, running[group], t, running[group],
                            (long) counted[group][0], (long) counted[group][1]);
                }
            }
            for (int group = 0; group < 2; group++) {
                out.counts(Kind.CLOSE, 0, group, 0, 9, 0, length, running[group], length, running[group],
                        (long) counted[group][0], (long) counted[group][1]);
                out.total(group, length, running[group], (long) counted[group][0], (long) counted[group][1]);
            }
            out.end(Synthetic.trailer(1));
            for (MetricSummary m : summary(file)) {
                assertThat(m.status()).isEqualTo(MetricStatus.ESTIMATED);
                assertThat(m.interval()).isNotNull();
                cases++;
                held += m.interval().contains(program.metric(m.name())) ? 1 : 0;
                assertThat(m.interval().high() - m.interval().low()).as("an interval that says something")
                        .isLessThan(0.5 * m.value());
            }
            Files.delete(file);
        }
        said("events in turns", held, cases);
        assertThat(held).isGreaterThanOrEqualTo(95 * cases / 100);
    }
}
