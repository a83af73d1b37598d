package runbench.parser.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.Kind;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.record.Zen5;
import runbench.parser.stats.RunSummary;
import runbench.parser.stats.RunSummary.EventSummary;

/** What groups that took turns would have counted alone. */
@Tag("scenario")
@Tag("beside")
class MultiplexedEstimateTest {
    private static final long MS = Synthetic.MS;

    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource({"groups-uniform-1ms, 0.01, instructions:u, 990120172",
            "groups-uniform-1ms, 0.01, cpu-cycles:u, 1.082e9",
            "groups-uniform-1ms, 0.01, branch-instructions:u, 120026701",
            "groups-uniform-1ms, 0.01, branch-misses:u, 30.00e6",
            "groups-uniform-100us, 0.02, instructions:u, 990120172",
            "groups-uniform-100us, 0.02, cpu-cycles:u, 1.082e9",
            "groups-uniform-100us, 0.02, branch-instructions:u, 120026701",
            "groups-uniform-100us, 0.02, branch-misses:u, 30.00e6",
            "groups-phases-1ms, 0.01, instructions:u, 25300178685", "groups-phases-1ms, 0.01, cpu-cycles:u, 11.68e9",
            "groups-phases-1ms, 0.01, branch-instructions:u, 4215556471"})
    void aRealRunIsEstimatedWithinTheTolerance(String name, double tolerance, String event, double truth) {
        Periods periods = Periods.of(Zen5.open(dir, name));
        EventSummary e = RunSummary.of(periods)
                .events()
                .stream()
                .filter(x -> x.name().equals(event))
                .findFirst()
                .orElseThrow();
        assertThat(e.status()).isEqualTo(CountStatus.ESTIMATED);
        assertThat(e.finalEstimate()).isCloseTo(truth, within(truth * tolerance));
        assertThat(e.finalEstimateError()).isBetween(truth * 1e-4, truth * 0.1);
        // Truths and recording are of two runs, which differ by as much.
        assertThat(Math.abs(e.finalEstimate() - truth)).isLessThan(e.finalEstimateError() + truth * 0.005);
        // The chart shows the same: the area below its line is the estimate.
        Envelope envelope = Envelopes.of(periods, 20)
                .stream()
                .filter(x -> x.event().equals(event))
                .findFirst()
                .orElseThrow();
        double area = 0;
        for (double mean : envelope.mean()) {
            area += mean * envelope.bucketWidth();
        }
        assertThat(area).isCloseTo(truth, within(truth * 0.04));
        // So does the last line for gnuplot.
        int index = periods.events().stream().map(i -> i.name()).toList().indexOf(event);
        double[] last = new double[1];
        periods.forEach(
                p -> last[0] = p.group() == periods.events().get(index).group() ? p.estimatedTotal(index) : last[0]);
        assertThat(last[0]).isCloseTo(truth, within(truth * tolerance));
    }

    /** Two phases of 50 ms in turn, the second 20 times faster; rotations of 12 ms of which the group has 8. */
    @Test
    void theIntervalHoldsTheTruthOfAlternatingPhases() {
        int held = 0;
        for (int seed = 0; seed < 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double truth = write(dir.resolve(seed + ".rec"), random);
            EventSummary e = RunSummary.of(Periods.of(Recording.open(dir.resolve(seed + ".rec")).requireIntact()))
                    .events()
                    .get(0);
            assertThat(e.finalEstimate()).as("run %d", seed).isCloseTo(truth, within(truth * 0.05));
            assertThat(e.finalEstimateError()).as("an interval that says something").isLessThan(truth * 0.25);
            held += Math.abs(e.finalEstimate() - truth) <= e.finalEstimateError() ? 1 : 0;
        }
        assertThat(held).isBetween(36, 40);
    }

    /**
     * Steps of 100 us, samples of 1 ms, as the kernel gives them: none while the group is off. @return what really
     * happened
     */
    private static double write(Path file, SplittableRandom random) {
        RecordingWriter out = new RecordingWriter(file, 1, Synthetic.metadata("kernel", MS, "a:pmu:0:0", "b:pmu:1:0"));
        out.task(0, 9, 9, -1, 0);
        long[] count = new long[2];
        long[] running = new long[2];
        double truth = 0;
        long offset = random.nextLong(100 * MS);
        long turn = random.nextLong(12 * MS);
        double wobble = 1;
        for (long t = MS / 10; t <= 2000 * MS; t += MS / 10) {
            if (t % (4 * MS) == 0) {
                wobble = 1 + 0.1 * (random.nextDouble() - 0.5);
            }
            double counts = ((t + offset) % (100 * MS) < 50 * MS ? 20_000 : 400_000) / 10.0 * wobble;
            truth += counts;
            for (int group = 0; group < 2; group++) {
                if ((t + turn + group * 4L * MS) % (12 * MS) >= 4 * MS) {
                    running[group] += MS / 10;
                    count[group] += Math.round(counts);
                    if (running[group] % MS == 0) {
                        out.counts(Kind.SAMPLE, 0, group, 0, 9, 0, t, running[group], t, running[group], count[group]);
                    }
                }
            }
        }
        for (int group = 0; group < 2; group++) {
            out.counts(Kind.CLOSE, 0, group, 0, 9, 0, 2000 * MS, running[group], 2000 * MS, running[group],
                    count[group]);
            out.total(group, 2000 * MS, running[group], count[group]);
        }
        out.end(Synthetic.trailer(1));
        return truth;
    }

    /** Samples of 1 ms, with as much time in which another group counted before each. */
    private EventSummary turns(int rotations) {
        RecordingWriter out = new RecordingWriter(dir.resolve("x.rec"), 1,
                Synthetic.metadata("kernel", MS, "a:pmu:0:0"));
        out.task(0, 9, 9, -1, 0);
        for (int i = 1; i <= rotations; i++) {
            out.counts(Kind.SAMPLE, 0, 0, 0, 9, 0, 2L * i * MS, i * MS, 2L * i * MS, i * MS, i * 100L);
        }
        out.total(0, 2L * rotations * MS, rotations * MS, rotations * 100L).end(Synthetic.trailer(rotations));
        return RunSummary.of(Periods.of(Recording.open(dir.resolve("x.rec")).requireIntact())).events().get(0);
    }

    @Test
    void aSteadyRateIsCertainAndTooFewRotationsTellNothing() {
        assertThat(turns(20).finalEstimate()).isCloseTo(4000, within(1e-6));
        assertThat(turns(20).finalEstimateError()).isZero();
        assertThat(turns(3).finalEstimate()).isCloseTo(600, within(1e-6));
        assertThat(turns(3).finalEstimateError()).isNull();
    }
}
