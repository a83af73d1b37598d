package runbench.parser.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.parser.export.Exports;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricEnvelopes;
import runbench.parser.metrics.MetricTable;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.parser.record.Kind;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.record.Zen5;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;
import runbench.parser.view.RunView.Curves;

@Tag("beside")
@Tag("scenario")
class RunViewTest {
    private static final long MS = Synthetic.MS;
    private static final List<Metric> METRICS = MetricTable.builtIn(Microarchitectures.named("unknown")).all();

    @TempDir
    Path dir;

    private Recording synthetic() {
        Path file = dir.resolve("samples.rec");
        Synthetic.run(file, 3000, 4, 11);
        return Recording.open(file);
    }

    /** To the last bit; NaN is NaN. */
    private static boolean same(Double a, Double b) {
        return Double.doubleToLongBits(a) == Double.doubleToLongBits(b);
    }

    @Test
    void tablesOfSoftwareEventsTakeOnePass() {
        RunView view = RunView.of(synthetic(), METRICS);
        Requested<RunSummary> summary = view.summary();
        Requested<Path> csv = view.csv(dir.resolve("samples.csv"));
        Requested<List<Path>> gnuplot = view.gnuplot(dir, "x");
        view.read(Progress.NONE);
        assertThat(summary.get().samples()).isEqualTo(3000);
        assertThat(csv.get()).isNotEmptyFile();
        assertThat(gnuplot.get()).hasSize(9);
        assertThat(view.periods().passes()).isEqualTo(1);
    }

    /**
     * Real counters that took turns, that jumped, that were fewer than the groups: a look at the clocks, and one
     * reading.
     */
    @ParameterizedTest
    @ValueSource(strings = {"groups-phases-1ms", "groups-uniform-100us", "groups-uniform-1ms", "jump-403.gcc-100ms",
            "jump-403.gcc-one-unit-b"})
    void aWholeRunTakesTwoPassesAndBringsWhatEachAloneBrings(String name) throws IOException {
        Recording recording = Zen5.open(dir, name);
        Path together = Files.createDirectory(dir.resolve("together"));
        RunView view = RunView.of(recording, METRICS);
        Requested<RunSummary> summary = view.summary();
        Requested<Path> csv = view.csv(together.resolve("samples.csv"));
        Requested<List<Path>> gnuplot = view.gnuplot(together, "x");
        Supplier<Curves> curves = view.curves(Axis.RUN_TIME, 500, 8, 500);
        Supplier<Curves> wall = view.curves(Axis.WALL_TIME, 100, 8, 100);
        view.read(Progress.NONE);
        assertThat(view.periods().passes()).isEqualTo(2);

        Periods alone = Periods.of(recording);
        alone.report(); // from here on it knows exactly where the recording ends
        assertThat(summary.get().toJson()).isEqualTo(RunSummary.of(alone, METRICS, Progress.NONE).toJson());
        Path apart = Files.createDirectory(dir.resolve("apart"));
        Exports.csv(alone, METRICS, apart.resolve("samples.csv"), Progress.NONE);
        assertThat(csv.get()).hasSameBinaryContentAs(apart.resolve("samples.csv"));
        for (Path file : Exports.gnuplot(alone, apart, "x")) {
            assertThat(gnuplot.get()).anySatisfy(
                    same -> assertThat(same).hasFileName(file.getFileName().toString()).hasSameBinaryContentAs(file));
        }
        assertThat(curves.get().events()).usingRecursiveComparison()
                .withEqualsForType(RunViewTest::same, Double.class)
                .isEqualTo(Envelopes.of(alone, Axis.RUN_TIME, 500, Progress.NONE));
        assertThat(curves.get().metrics()).usingRecursiveComparison()
                .withEqualsForType(RunViewTest::same, Double.class)
                .isEqualTo(MetricEnvelopes.of(alone, METRICS, Axis.RUN_TIME, 500, Progress.NONE));
        assertThat(wall.get().events()).usingRecursiveComparison()
                .withEqualsForType(RunViewTest::same, Double.class)
                .isEqualTo(Envelopes.of(alone, Axis.WALL_TIME, 100, Progress.NONE));
    }

    /** The heading is written before it is known that readings are left out. */
    @Test
    void theHeadingOfGnuplotDataTellsWhatOnlyTheEndShows() throws IOException {
        RunView view = RunView.of(Zen5.open(dir, "jump-403.gcc-100ms"), List.of());
        Requested<List<Path>> files = view.gnuplot(dir, "x");
        view.read(Progress.NONE);
        Path jumped = files.get().stream().filter(f -> f.endsWith("x.L1D_WRITE_MISS.dat")).findFirst().orElseThrow();
        List<String> lines = Files.readAllLines(jumped);
        assertThat(lines.get(0)).contains("; estimated, ", "readings that no CPU can count were left out");
        assertThat(lines.get(1)).isEqualTo("# t(s) diff total dt(ms)");
        assertThat(lines.get(2)).matches("(# )?[0-9.]+ ([0-9]+|-) [0-9]+ [0-9.]+.*");
    }

    /** A task's serial number used again: its clocks begin again, and alone tell half of the running time. */
    @Test
    void bucketsAreGatheredAgainWhereTheRunIsLongerThanItsClocksTell() {
        Path file = dir.resolve("again.rec");
        try (RecordingWriter out = new RecordingWriter(file, 1,
                Synthetic.metadata("kernel", MS, "page-faults:software:0:0"))) {
            for (int life = 0; life < 2; life++) {
                long start = life * 100L * MS;
                out.task(0, 9, 9, Kind.ALL_TASKS, start);
                for (int i = 1; i <= 50; i++) {
                    out.sample(0, 0, 9, 0, start + i * MS, i * MS, i * MS, 7L * i);
                }
                out.close(0, 0, 9, 0, start + 50 * MS, 50 * MS, 50 * MS, 350);
                out.exit(0, 9, start + 51 * MS);
            }
            out.total(0, 160 * MS, 100 * MS, 700).end(Synthetic.trailer(100));
        }
        RunView view = RunView.of(Recording.open(file), List.of());
        Supplier<Curves> curves = view.curves(Axis.RUN_TIME, 50, 0, 1);
        view.read(Progress.NONE);
        assertThat(view.periods().passes()).isEqualTo(3);
        assertThat(curves.get().events().get(0).end()).isEqualTo(0.1);
        assertThat(curves.get().events().get(0).mean()).hasSize(50).containsOnly(7000);
    }

    @Test
    void aFullDiskTakesTheTableAndNothingElse() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "this system has no /dev/full");
        RunView view = RunView.of(synthetic(), List.of());
        Requested<Path> csv = view.csv(full);
        Requested<RunSummary> summary = view.summary();
        assertThatThrownBy(summary::get).isInstanceOf(IllegalStateException.class);
        view.read(Progress.NONE);
        assertThat(summary.get().samples()).isEqualTo(3000);
        assertThatThrownBy(csv::get).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("/dev/full: cannot be written");
        assertThatThrownBy(view::summary).isInstanceOf(IllegalStateException.class);
    }
}
