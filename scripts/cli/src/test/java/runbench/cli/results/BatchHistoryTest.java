package runbench.cli.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.cli.Main;
import runbench.report.text.PrintedJson;
import runbench.measure.batch.BatchFolder;
import runbench.measure.batch.BatchHistory;
import runbench.measure.batch.BatchItem;
import runbench.measure.batch.Outcome;
import runbench.parser.compare.RunBaseline;
import runbench.parser.record.Recording;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;
import runbench.report.page.ShownBatch;
import runbench.report.page.ShownBatch.ChangeVerdict;

/** Nine nights of four benchmarks: one became slower in the last, one failed in it, one is unchanged, one was new. */
@Tag("scenario")
@Tag("beside")
class BatchHistoryTest {
    private static final Path RECORDING = Path.of(System.getProperty("runbench.home", ".."),
            "parser/src/test/resources/pmu-phases.rec");
    private static final List<BatchItem> ITEMS = List.of(new BatchItem("403.gcc", "1ms"),
            new BatchItem("429.mcf", "1ms"), new BatchItem("470.lbm", "1ms"), new BatchItem("483.xalancbmk", "1ms"));
    private static final int NIGHTS = 9;
    private static final String EXECUTABLES = "{\"provenance\": {\"executables\": [{\"path\": \"/usr/lib/cc1\", "
            + "\"sha256\": \"%s\", \"compiler\": \"GCC: %s\"}]}}";
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path root;
    private static final Random RANDOM = new Random(7);

    @BeforeAll
    static void nights() throws IOException {
        String summary = RunSummary.of(Periods.of(Recording.open(RECORDING))).toJson();
        for (int night = 1; night <= NIGHTS; night++) {
            BatchFolder folder = BatchFolder.create(root.resolve("2026010" + night + "T020000Z"), ITEMS,
                    List.of("--no-chart"));
            for (BatchItem item : ITEMS) {
                boolean last = night == NIGHTS;
                boolean fails = last && item.benchmark().equals("429.mcf");
                folder.log().append(fails ? Outcome.error(item, "ended by signal 9\nand more") : Outcome.ok(item));
                Path run = Files.createDirectories(folder.runFolder(item));
                if (fails) {
                    Files.writeString(run.resolve("benchmark.err"), "\n  cannot open <inp.in>\nsecond\n");
                } else if (last || !item.benchmark().equals("483.xalancbmk")) {
                    ObjectNode node = (ObjectNode) JSON.readTree(summary);
                    boolean slower = last && item.benchmark().equals("403.gcc");
                    node.put("cpu_s", 10 * (1 + 0.004 * RANDOM.nextGaussian()) * (slower ? 1.08 : 1));
                    node.put("wall_s", 12 * (1 + 0.1 * RANDOM.nextGaussian()) * (slower ? 1.08 : 1));
                    if (last) {
                        Files.writeString(run.resolve("run.json"), EXECUTABLES.formatted("9".repeat(64), "13.1"));
                        ImageIO.write(new BufferedImage(1000, 500, BufferedImage.TYPE_INT_RGB), "png",
                                run.resolve("chart.png").toFile());
                    } else {
                        Files.writeString(run.resolve("run.json"), EXECUTABLES.formatted("1".repeat(64), "12.2"));
                    }
                    ((ObjectNode) node.path("provenance")).put("kernel", night < 4 ? "Linux 6.1.0" : "Linux 6.12.0");
                    Files.writeString(run.resolve("summary.json"), node.toString());
                    Files.writeString(run.resolve("page.html"), "<html>");
                }
            }
        }
    }

    @Test
    void whatBecameSlowerIsFoundAndWhatFailedComesFirst() throws IOException {
        Path night = root.resolve("20260109T020000Z");
        ShownBatch shown = BatchHistory.of(BatchFolder.open(night), 12);

        assertThat(shown.rows()).hasSize(4).allSatisfy(r -> assertThat(r.past()).hasSize(NIGHTS));
        assertThat(shown.rows().get(1).ok()).isFalse();
        assertThat(shown.rows().get(1).errorLine()).isEqualTo("cannot open <inp.in>");
        Map<String, List<ShownBatch.Judged>> judged = new LinkedHashMap<>();
        shown.judged().forEach((row, all) -> judged.put(row.benchmark(), all));
        assertThat(judged).containsOnlyKeys("403.gcc", "470.lbm", "483.xalancbmk");
        ShownBatch.Judged slower = quantity(judged.get("403.gcc"), "cpu_s");
        assertThat(slower.change()).isCloseTo(0.08, offset(0.015));
        assertThat(slower.p()).isLessThan(0.001);
        assertThat(slower.verdict()).isEqualTo(ChangeVerdict.MORE);
        assertThat(quantity(judged.get("403.gcc"), "wall_s").verdict()).as("varies by 10 %")
                .isEqualTo(ChangeVerdict.CANNOT_TELL);
        assertThat(quantity(judged.get("470.lbm"), "cpu_s").verdict()).isEqualTo(ChangeVerdict.UNCHANGED);
        assertThat(quantity(judged.get("470.lbm"), "instructions").verdict()).isEqualTo(ChangeVerdict.UNCHANGED);
        assertThat(quantity(judged.get("470.lbm"), "page-faults").verdict()).as("385 faults vary by chance")
                .isEqualTo(ChangeVerdict.CANNOT_TELL);
        assertThat(judged.get("483.xalancbmk")).as("never run before").allSatisfy(j -> {
            assertThat(j.p()).isNaN();
            assertThat(j.verdict()).isEqualTo(ChangeVerdict.CANNOT_TELL);
        });
        assertThat(shown.rows().get(0).past().get(NIGHTS - 1).changes())
                .containsExactly("executable cc1 111111111111 → 999999999999", "compiler of cc1 GCC: 12.2 → GCC: 13.1");

        PublishedSchemas.check(OutputFormat.BATCH_REPORT, PrintedJson.text(OutputFormat.BATCH_REPORT, shown));
        assertThat(Main.execute("batch", "report", night.toString())).isZero();
        String html = Files.readString(night.resolve("page.html"));
        assertThat(html).contains("<dt>passed</dt><dd>3</dd>", "<dt>failed</dt><dd>1</dd>", "<dt>slower</dt><dd>1</dd>",
                "429.mcf at 1ms failed: ended by signal 9",
                "403.gcc at 1ms needs more than in earlier runs: CPU time +", "slower: CPU time +",
                "cannot tell: wall time", "something else also changed: executable cc1 ", "data:image/png;base64,",
                " samples, ", " records lost.", "cannot open &lt;inp.in&gt;", "kernel Linux 6.1.0 → Linux 6.12.0",
                "class=\"rule\"", "<a href=\"./403.gcc/1ms/page.html\">403.gcc</a>", "too few runs",
                "The run failed: ended by signal 9").doesNotContain("NaN", "<script", "Over time");
        assertThat(html.indexOf("<h2>Failed</h2>")).isPositive().isLessThan(html.indexOf("<h2>Runs</h2>"));
    }

    private static ShownBatch.Judged quantity(List<ShownBatch.Judged> all, String name) {
        return all.stream().filter(j -> j.quantity().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void onlyTheBatchesBeforeItCount() throws IOException {
        ShownBatch third = BatchHistory.of(BatchFolder.open(root.resolve("20260103T020000Z")), 12);
        assertThat(third.rows().get(0).past()).extracting(ShownBatch.Past::batch)
                .containsExactly("20260101T020000Z", "20260102T020000Z", "20260103T020000Z");
        assertThat(third.judged().values()).allSatisfy(
                all -> assertThat(all).extracting(ShownBatch.Judged::verdict).containsOnly(ChangeVerdict.CANNOT_TELL));
        assertThat(BatchHistory.of(BatchFolder.open(root.resolve("20260109T020000Z")), 2).rows().get(0).past())
                .hasSize(2);
    }

    /**
     * Checks the false alarms. Of identical runs, one in twenty is outside its band; after the adjustment few batches
     * have one.
     */
    @Test
    void aBatchInWhichNothingChangedHasNoRegression() {
        int outside = 0;
        int alarms = 0;
        for (int batch = 0; batch < 200; batch++) {
            double[] p = new double[20];
            for (int i = 0; i < p.length; i++) {
                double[] earlier = RANDOM.doubles(8, 0, 1)
                        .map(u -> 10 * Math.exp(0.01 * RANDOM.nextGaussian()))
                        .toArray();
                double last = 10 * Math.exp(0.01 * RANDOM.nextGaussian());
                RunBaseline baseline = RunBaseline.of(earlier, last, 0);
                p[i] = baseline.p();
                outside += last < baseline.low() || last > baseline.high() ? 1 : 0;
            }
            double[] adjusted = RunBaseline.adjusted(p);
            alarms += Arrays.stream(adjusted).anyMatch(q -> q < 0.05) ? 1 : 0;
        }
        assertThat(outside / 4000.0).isCloseTo(0.05, offset(0.015));
        assertThat(alarms / 200.0).isLessThan(0.1);
        assertThat(RunBaseline.adjusted(new double[]{0.04, Double.NaN, 0.01})).containsExactly(0.04, Double.NaN, 0.02);
    }
}
