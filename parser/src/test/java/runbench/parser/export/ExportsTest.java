package runbench.parser.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.ExitCode;
import runbench.base.progress.Progress;
import runbench.base.error.RunbenchException;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.series.Period;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;

class ExportsTest {
    private static final long MS = Synthetic.MS;

    @TempDir
    Path dir;

    private Periods synthetic(long samples) {
        Path file = dir.resolve("samples.rec");
        Synthetic.run(file, samples, 4, 11);
        return Periods.of(Recording.open(file));
    }

    @Test
    void rowsByHandEqualCommonsCsv() throws IOException {
        Periods periods = synthetic(5000);
        Path csv = dir.resolve("samples.csv");
        Exports.csv(periods, csv, Progress.NONE);
        StringBuilder expected = new StringBuilder();
        try (CSVPrinter printer = new CSVPrinter(expected, SampleCsv.FORMAT)) {
            printer.printRecord(SampleCsv.header(periods));
            periods.forEach(p -> print(printer, p, 5));
        }
        assertThat(Files.readString(csv)).isEqualTo(expected.toString());
    }

    private static void print(CSVPrinter printer, Period p, int events) {
        List<Object> cells = new ArrayList<>();
        cells.add(BigDecimal.valueOf(p.wallNanos(), 9).toPlainString());
        cells.add(BigDecimal.valueOf(p.runNanos(), 9).toPlainString());
        cells.add(BigDecimal.valueOf(p.runDeltaNanos(), 6).toPlainString());
        cells.add(p.group());
        cells.add(p.task());
        cells.add(p.tid());
        cells.add(p.cpu());
        cells.add(SampleCsv.flagNames(p.flags()));
        cells.add(p.shareMeasured() == 1 ? "1"
                : BigDecimal.valueOf(Math.round(p.shareMeasured() * 1e6), 6).toPlainString());
        for (int e = 0; e < events; e++) {
            cells.add(p.has(e) ? p.count(e) : null);
            cells.add(p.has(e) ? p.total(e) : null);
        }
        try {
            printer.printRecord(cells);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void theColumnsAddUpAndANotCountedEventHasNoZero() throws IOException {
        Periods periods = synthetic(3000);
        RunSummary summary = RunSummary.of(periods);
        Exports.csv(periods, dir.resolve("samples.csv"), Progress.NONE);
        long sum = 0;
        double dt = 0;
        List<CSVRecord> rows = SampleCsv.FORMAT.builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get()
                .parse(Files.newBufferedReader(dir.resolve("samples.csv")))
                .getRecords();
        for (CSVRecord row : rows) {
            sum += Long.parseLong(row.get("page-faults"));
            dt += Double.parseDouble(row.get("dt_ms"));
            assertThat(row.get("L1D_ALL_REF")).isEmpty();
            assertThat(row.get("L1D_ALL_REF_total")).isEmpty();
        }
        assertThat(sum).isEqualTo(summary.events().get(0).finalCount());
        assertThat(dt / 1000).isCloseTo(summary.runS(), org.assertj.core.api.Assertions.within(1e-6));
        assertThat(rows.get(rows.size() - 1).get("flags")).isEqualTo("close");
    }

    @Test
    void gnuplotFilesHaveTheColumnsOfTheReference() throws IOException {
        Path file = dir.resolve("samples.rec");
        new RecordingWriter(file, 2, Synthetic.metadata("kernel", 100 * MS, "L1D/READ:pmu:0:0", "L1D_READ:pmu:0:1"))
                .task(0, 9, 9, -1, 0)
                .sample(0, 0, 9, 0, 98_030_000, 98_030_000, 98_030_000, 157012455, 1)
                .sample(0, 0, 9, 0, 198_034_600, 198_034_600, 198_034_600, 295868215, 2)
                .sample(0, 0, 9, 0, 198_034_700, 198_034_600, 198_034_600, 295868215, 2)
                .sample(0, 0, 9, 0, 398_034_600, 398_034_600, 398_034_600, 397620159, 3)
                .close(0, 0, 9, 0, 398_044_600, 398_044_600, 398_044_600, 397620160, 4)
                .total(0, 398_044_600, 398_044_600, 397620160, 4)
                .end(Synthetic.trailer(4));
        Periods periods = Periods.of(Recording.open(file));
        List<Path> files = Exports.gnuplot(periods, dir, "403.gcc");
        assertThat(files).extracting(f -> f.getFileName().toString())
                .containsExactly("403.gcc.dat", "403.gcc.plt", "403.gcc.L1D_READ.dat", "403.gcc.L1D_READ.plt",
                        "403.gcc.all.plt");
        assertThat(Files.readAllLines(dir.resolve("403.gcc.dat"))).containsExactly(
                "# 403.gcc - open:403.gcc (cc1 12.2.0) - NOT SPEC; L1D/READ (PMU event)", "# t(s) diff total dt(ms)",
                "0.098030 157012455 157012455 98.0300", "0.198035 138855760 295868215 100.0046",
                "# 0.198035 0 295868215 0.0000 repeated", "# 0.398035 101751944 397620159 200.0000 irregular",
                "# 0.398045 1 397620160 0.0100 close");
        assertThat(Files.readString(dir.resolve("403.gcc.plt"))).contains("plot \"403.gcc.dat\" using 1:2")
                .contains("NOT SPEC")
                .contains("size 1272,384")
                .contains("period 100 ms");
        assertThat(Files.readString(dir.resolve("403.gcc.all.plt"))).contains("2 events, period 100 ms").endsWith("""
                        plot "403.gcc.dat" using 1:2 title "L1D/READ" noenhanced with fsteps, \\
                             "403.gcc.L1D_READ.dat" using 1:2 title "L1D_READ" noenhanced with fsteps
                        """);
    }

    /**
     * gnuplot cuts what is wider than the picture, and would draw a key over the data and an axis that begins anywhere.
     */
    @Test
    void gnuplotsTitleStaysInsideThePicture() throws IOException, InterruptedException {
        Path file = dir.resolve("samples.rec");
        String metadata = Synthetic.metadata("kernel", Synthetic.MS, "page-faults:software:0:0")
                .replace("open:403.gcc (cc1 12.2.0)",
                        "open:403.gcc " + "with `words` and /a/path/without/any/blank".repeat(12));
        new RecordingWriter(file, 1, metadata).task(0, 9, 9, -1, 0)
                .sample(0, 0, 9, 0, Synthetic.MS, Synthetic.MS, Synthetic.MS, 70)
                .sample(0, 0, 9, 0, 2 * Synthetic.MS, 2 * Synthetic.MS, 2 * Synthetic.MS, 150)
                .total(0, 2 * Synthetic.MS, 2 * Synthetic.MS, 150)
                .end(Synthetic.trailer(2));
        Periods periods = Periods.of(Recording.open(file));
        Exports.gnuplot(periods, dir, "403.gcc");
        String script = Files.readString(dir.resolve("403.gcc.plt"));
        String title = script.lines().filter(l -> l.startsWith("set title")).findFirst().orElseThrow();
        assertThat(title.replaceAll("^set title \"|\" noenhanced.*$", "").split("\\\\n")).hasSizeGreaterThan(4)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(150));
        assertThat(script).contains("unset key", "set yrange [0:*]", "with fsteps");
        Process gnuplot;
        try {
            gnuplot = new ProcessBuilder("gnuplot", "-e", "png=1", "403.gcc.plt").directory(dir.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "gnuplot is not installed: its picture was not drawn");
            return;
        }
        String output = new String(gnuplot.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(gnuplot.waitFor()).as(output).isZero();
        assumeTrue(!output.contains("unknown or ambiguous terminal"), "this gnuplot has no pngcairo");
        assertThat(dir.resolve("403.gcc.png")).isNotEmptyFile();
    }

    @Test
    void summariesSurviveTheFile() throws IOException {
        Periods periods = synthetic(500);
        RunSummary summary = RunSummary.of(periods);
        Path file = dir.resolve("summary.json");
        summary.write(file);
        assertThat(RunSummary.read(file)).usingRecursiveComparison().isEqualTo(summary);
        assertThat(Files.readString(file)).contains("\"period_ns\" : 1000000", "\"irregular_share\"",
                "\"cost_per_sample_ns\" : 17000", "\"cpu_s\" : 4.5", "\"exit_status\" : 0", "\"final\" : null",
                "\"share_measured\" : null", "\"rate_unit\"");
        Files.writeString(file, "{");
        assertThatThrownBy(() -> RunSummary.read(file)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("summary.json");
    }

    @Test
    void aDirectoryThatIsNotThereIsAnErrorInWords() {
        Periods periods = synthetic(10);
        assertThatThrownBy(() -> Exports.csv(periods, dir.resolve("none").resolve("samples.csv"), Progress.NONE))
                .isInstanceOfSatisfying(RunbenchException.class, e -> {
                    assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
                    assertThat(e.getMessage()).contains("none");
                });
    }

    @Test
    void numbersAreFormattedExactly() throws IOException {
        Path file = dir.resolve("numbers");
        java.util.SplittableRandom random = new java.util.SplittableRandom(3);
        StringBuilder expected = new StringBuilder();
        try (TextSink sink = new TextSink(file)) {
            for (int i = 0; i < 100_000; i++) {
                long value = random.nextLong() >> random.nextInt(64);
                sink.number(value);
                sink.character('\n');
                expected.append(value).append('\n');
                int decimals = random.nextInt(1, 10);
                long positive = value & Long.MAX_VALUE;
                sink.fixed(positive, decimals);
                sink.character('\n');
                expected.append(BigDecimal.valueOf(positive, decimals).toPlainString()).append('\n');
            }
            for (long value : new long[]{0, 9, 10, 99, 100, Long.MAX_VALUE, Long.MIN_VALUE, Integer.MAX_VALUE, 1L << 31,
                    999_999_999_999_999_999L}) {
                sink.number(value);
                sink.character('\n');
                expected.append(value).append('\n');
            }
        }
        assertThat(Files.readString(file)).isEqualTo(expected.toString());
    }

    @Test
    void aNameOfSeparatorsOnlyIsReplaced() {
        assertThat(List.of("/", "///", "..", "", "- -"))
                .allSatisfy(name -> assertThat(Exports.fileName(name)).as(name).isEqualTo("unnamed"));
        assertThat(Exports.fileName("a/b c")).isEqualTo("a_b_c");
        assertThat(Exports.fileName(".hidden")).isEqualTo("_hidden");
    }
}
