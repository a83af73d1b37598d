package runbench.parser.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.progress.Progress;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricEnvelopes;
import runbench.parser.metrics.MetricTable;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.stats.RunSummary;
import runbench.parser.stats.RunSummary.EventSummary;
import runbench.parser.window.PartCollector;
import runbench.parser.window.TimeWindow;

/** Mean, peak and gaps have one definition each in all outputs; fragments of a period make no peaks alone. */
@Tag("scenario")
@Tag("beside")
class EnvelopeFiguresTest {
    private static final long MS = Synthetic.MS;

    @TempDir
    Path dir;
    private Path file;

    @BeforeEach
    void file() {
        file = dir.resolve("samples.rec");
    }

    private RecordingWriter write(String mode, String... events) {
        return new RecordingWriter(file, 1, Synthetic.metadata(mode, MS, events)).task(0, 9, 9, -1, 0);
    }

    private Periods periods() {
        return Periods.of(Recording.open(file));
    }

    private static Envelope only(Periods periods, Axis axis, int buckets) {
        return Envelopes.of(periods, axis, buckets, Progress.NONE).get(0);
    }

    /**
     * 403.gcc recorded on an AMD Zen 5 guest at 100 ms. A counter of that machine jumped in a reading from which a
     * bucket held a few ms only, so that the chart's peak was 25.1 P, the summary's 19.4 P.
     */
    @Test
    void summaryAndChartOfARealRecordingAgreeOnEveryAxis() throws IOException {
        try (InputStream in = new GZIPInputStream(getClass().getResourceAsStream("/zen5-403.gcc-100ms.rec.gz"))) {
            Files.copy(in, file);
        }
        Periods periods = periods();
        RunSummary summary = RunSummary.of(periods);
        assertThat(summary.gaps()).isEqualTo(periods.report().gaps());
        for (Axis axis : List.of(Axis.RUN_TIME, Axis.WALL_TIME)) {
            for (int buckets : new int[]{7, 100, 1160}) {
                List<Envelope> envelopes = Envelopes.of(periods, axis, buckets, Progress.NONE);
                for (int e = 0; e < envelopes.size(); e++) {
                    EventSummary expected = summary.events().get(e);
                    Envelope.Figures drawn = envelopes.get(e).figures();
                    assertThat(drawn.mean()).as("%s by %s", expected.name(), axis).isEqualTo(expected.meanRate());
                    assertThat(drawn.peak()).as("%s by %s", expected.name(), axis).isEqualTo(expected.peakRate());
                    assertThat(drawn.top()).isGreaterThanOrEqualTo(drawn.peak());
                }
            }
        }
    }

    @Test
    void fragmentsAtTheEndAreAddedToTheLastPeriod() {
        RecordingWriter out = write("kernel", "page-faults:software:0:0");
        for (int i = 1; i <= 10; i++) {
            out.sample(0, 0, 9, 0, i * MS, i * MS, i * MS, i * 10L);
        }
        // 20 us with 50 counts after the last sample, and 50 ms later a task that lives for 10 us.
        out.close(0, 0, 9, 0, 10 * MS + MS / 50, 10 * MS + MS / 50, 10 * MS + MS / 50, 150)
                .task(1, 10, 9, 0, 60 * MS)
                .close(0, 1, 10, 0, 60 * MS + 10_000, 10_000, 10_000, 90)
                .total(0, 61 * MS, 10 * MS + 30_000, 240)
                .end(Synthetic.trailer(10));
        for (Axis axis : List.of(Axis.RUN_TIME, Axis.WALL_TIME)) {
            Envelope e = only(periods(), axis, 1000);
            assertThat(e.figures().peak()).as("150 counts in 1.03 ms")
                    .isCloseTo(150 / 0.00103, within(1e-3))
                    .isEqualTo(RunSummary.of(periods()).events().get(0).peakRate())
                    .isGreaterThan(e.figures().mean());
            assertThat(e.figures().mean()).isCloseTo(240 / 0.01003, within(1e-3));
            assertThat(e.figures().top()).as("not 50 counts in 20 us").isLessThan(250_000);
            assertThat(e.bucketWidth()).as("one period").isEqualTo(0.001);
        }
        Envelope wall = only(periods(), Axis.WALL_TIME, 1000);
        assertThat(wall.mean()[wall.buckets() - 1]).as("the counts of the fragment are there all the same")
                .isPositive();
    }

    /** A program that allocates its memory at the end, 0.9 or 0.2 periods after its last sample. */
    @ParameterizedTest
    @ValueSource(longs = {900_000, 200_000})
    void thePeakIncludesTheLastFragment(long fragment) {
        RecordingWriter out = write("kernel", "page-faults:software:0:0");
        for (int i = 1; i <= 5; i++) {
            out.sample(0, 0, 9, 0, i * MS, i * MS, i * MS, 0);
        }
        long end = 5 * MS + fragment;
        out.close(0, 0, 9, 0, end, end, end, 5000).total(0, end, end, 5000).end(Synthetic.trailer(5));
        double expected = fragment == 900_000 ? 5000 / 0.9e-3 : 5000 / 1.2e-3;
        assertThat(RunSummary.of(periods()).events().get(0).peakRate()).isCloseTo(expected, within(1.0));
        assertThat(only(periods(), Axis.RUN_TIME, 10).figures().peak()).isCloseTo(expected, within(1.0));
        PartCollector part = new PartCollector(periods(), List.of(), Axis.RUN_TIME,
                TimeWindow.of(0.003, null, null, (5 * MS + fragment) / 1e9, null));
        assertThat(periods().collect(Progress.NONE, part).events().get(0).peakRate()).isCloseTo(expected, within(1.0));
        Envelope metric = MetricEnvelopes
                .of(periods(), MetricTable.builtIn(Microarchitectures.named("unknown")).select("page_fault_rate"),
                        Axis.RUN_TIME, 10, Progress.NONE)
                .get(0);
        assertThat(metric.figures().peak()).isNotEqualTo(0);
    }

    /** Children that run for less than half a period each have no whole period. */
    @Test
    void consecutiveFragmentsThatMakeUpAPeriodHaveAPeak() {
        RecordingWriter out = write("kernel", "page-faults:software:0:0");
        for (int i = 1; i <= 20; i++) {
            long born = i * 2L * MS;
            out.task(i, 9 + i, 9, 0, born).close(0, i, 9 + i, 0, born + MS / 4, MS / 4, MS / 4, i > 12 ? 100 : 10);
        }
        out.total(0, 41 * MS, 5 * MS, 920).end(Synthetic.trailer(0));
        EventSummary event = RunSummary.of(periods()).events().get(0);
        assertThat(event.peakRate()).isCloseTo(400_000, within(1.0)).isGreaterThan(event.meanRate());
    }

    /** An emulated period is an instruction longer than asked for, so that it touches the next bucket. */
    @Test
    void aPeriodThatMerelyTouchesABucketIsNotInItsBand() {
        RecordingWriter out = write("kernel", "page-faults:software:0:0");
        long[] total = {30_000, 30_010, 30_020};
        for (int i = 1; i <= 3; i++) {
            out.sample(0, 0, 9, 0, i * (MS + 1), i * (MS + 1), i * (MS + 1), total[i - 1]);
        }
        out.total(0, 3 * MS + 3, 3 * MS + 3, total[2]).end(Synthetic.trailer(3));
        Envelope e = only(periods(), Axis.RUN_TIME, 4);
        assertThat(e.mean()[1]).isLessThan(50_000);
        assertThat(e.max()[1]).as("the band holds no rate of the period before").isLessThan(50_000);
        assertThat(e.max()[0]).isGreaterThan(29e6);
    }

    @Test
    void aSingleStretchHasNoPeak() {
        write("kernel", "page-faults:software:0:0").sample(0, 0, 9, 0, 5 * MS, 5 * MS, 5 * MS, 10)
                .total(0, 5 * MS, 5 * MS, 10)
                .end(Synthetic.trailer(1));
        assertThat(RunSummary.of(periods()).events().get(0).peakRate()).isNull();
        assertThat(only(periods(), Axis.RUN_TIME, 10).figures().peak()).isNaN();
        assertThat(only(periods(), Axis.RUN_TIME, 10).figures().top()).isGreaterThan(0);
    }

    @Test
    void alongWallTimeOnlyTheNumberOfBusyCpusIsKnownWhereNothingRan() {
        RecordingWriter out = write("kernel", "page-faults:software:0:0");
        for (int i = 1; i <= 5; i++) {
            out.sample(0, 0, 9, 0, i * MS, i * MS, i * MS, i * 10L);
        }
        // Off the CPU from 5 to 19 ms, then a sample; then samples of 10 ms of running are missing.
        out.sample(0, 0, 9, 0, 20 * MS, 6 * MS, 6 * MS, 60)
                .sample(0, 0, 9, 0, 30 * MS, 16 * MS, 16 * MS, 160)
                .total(0, 30 * MS, 16 * MS, 160)
                .end(Synthetic.trailer(7));
        double[] wall = only(periods(), Axis.WALL_TIME, 100).mean();
        assertThat(wall).hasSize(30);
        for (int i = 0; i < 30; i++) {
            assertThat(wall[i]).as("ms %d", i)
                    .isEqualTo(i >= 5 && i < 19 || i > 20 ? Double.NaN : 10_000, within(1e-6));
        }
        List<Metric> metrics = MetricTable.builtIn(Microarchitectures.named("unknown"))
                .select("cpu_utilisation,page_fault_rate,major_fault_ratio");
        List<Envelope> computed = MetricEnvelopes.of(periods(), metrics, Axis.WALL_TIME, 100, Progress.NONE);
        assertThat(computed).extracting(Envelope::event).containsExactly("cpu_utilisation", "page_fault_rate");
        assertThat(computed.get(0).mean()[10]).as("1 ms of running in 15 ms").isCloseTo(1 / 15.0, within(1e-9));
        assertThat(computed.get(1).mean()[10]).isNaN();
        assertThat(computed.get(1).figures().mean()).isEqualTo(10_000);
        assertThat(MetricEnvelopes.shownAsRates(periods(), metrics)).containsExactly("page-faults");
    }

    @Test
    void aPollThatFindsNothingRunHasNoRate() {
        write("poll", "page-faults:software:0:0").sample(0, -1, 0, -1, MS, MS, MS, 5)
                .sample(0, -1, 0, -1, 2 * MS, MS, MS, 5)
                .sample(0, -1, 0, -1, 3 * MS, 2 * MS, 2 * MS, 15)
                .total(0, 3 * MS, 2 * MS, 15)
                .end(Synthetic.trailer(3));
        assertThat(only(periods(), Axis.WALL_TIME, 10).mean()).containsExactly(5000, Double.NaN, 10_000);
    }

    @Test
    void aTaskHasNoRateWhereItDoesNotRun() {
        RecordingWriter out = write("kernel", "page-faults:software:0:0").task(1, 10, 9, 0, 3 * MS);
        for (int i = 1; i <= 12; i++) {
            out.sample(0, 0, 9, 0, i * MS, i * MS, i * MS, i * 10L);
            if (i == 5 || i == 8) {
                out.sample(0, 1, 10, 1, i * MS, (i - 2) / 3 * MS, (i - 2) / 3 * MS, i);
            }
        }
        out.total(0, 12 * MS, 14 * MS, 128).end(Synthetic.trailer(14));
        double[] task = Envelopes.ofTasks(periods(), Axis.WALL_TIME, 100, new int[]{1}).get(0).get(0).mean();
        double nan = Double.NaN;
        assertThat(task).containsExactly(nan, nan, nan, nan, 5000, nan, nan, 3000, nan, nan, nan, nan);
    }

    @Test
    void bucketsAreWholePeriods() {
        Synthetic.run(file, 1500, 1, 3);
        Envelope e = only(periods(), Axis.RUN_TIME, 1160);
        assertThat(e.bucketWidth()).isEqualTo(0.002);
        assertThat(only(periods(), Axis.RUN_TIME, 2000).bucketWidth()).isEqualTo(0.001);
        double sum = 0;
        for (int i = 0; i < e.buckets(); i++) {
            double right = i == e.buckets() - 1 ? e.end() : (i + 1) * e.bucketWidth();
            sum += e.mean()[i] * (right - i * e.bucketWidth());
        }
        assertThat(sum).isCloseTo(periods().report().counted().get(0),
                within(periods().report().counted().get(0) * 0.005));
    }
}
