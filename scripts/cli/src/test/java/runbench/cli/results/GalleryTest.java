package runbench.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.catalogue.Availability;
import runbench.catalogue.Catalogue;
import runbench.catalogue.Characterizations;
import runbench.catalogue.Entry;
import runbench.catalogue.ResolveOptions;
import runbench.cli.Main;
import runbench.report.text.PrintedJson;
import runbench.measure.batch.BatchFolder;
import runbench.measure.batch.BatchItem;
import runbench.measure.batch.GalleryRuns;
import runbench.measure.batch.Outcome;
import runbench.parser.claim.Claim.Characterization;
import runbench.parser.claim.JudgedClaim;
import runbench.parser.claim.JudgedClaim.ClaimDoubt;
import runbench.parser.claim.JudgedClaim.ClaimVerdict;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;
import runbench.plotter.render.html.HtmlPage;
import runbench.report.gallery.GalleryPage;
import runbench.report.gallery.GalleryText;
import runbench.report.gallery.ShownGallery;
import runbench.report.gallery.ShownGallery.Exhibit;

/** A batch in which one run was counted, one failed and one has not ended. */
@Tag("scenario")
@Tag("beside")
class GalleryTest {
    private static final long MS = 1_000_000;
    /** Thousands of references in each millisecond of a tenth of the pattern. */
    private static final long[] PATTERN = {1000, 1700, 1200, 600, 1900, 1000, 1400, 800, 900, 1500};
    private static final List<BatchItem> ITEMS = List.of(new BatchItem("403.gcc", "1ms"),
            new BatchItem("429.mcf", "1ms"), new BatchItem("473.astar", "1ms"));

    @TempDir
    private static Path root;
    private static BatchFolder folder;
    private static ShownGallery gallery;

    @BeforeAll
    static void batch() throws IOException {
        folder = BatchFolder.create(root.resolve("20260101T020000Z"), ITEMS, List.of());
        folder.log().append(Outcome.ok(ITEMS.get(0)));
        folder.log().append(Outcome.error(ITEMS.get(1), "ended by signal 9"));
        Path run = Files.createDirectories(folder.runFolder(ITEMS.get(0)));
        writeTwice(run.resolve("samples.rec"));
        RunSummary.of(Periods.of(Recording.open(run.resolve("samples.rec")))).write(run.resolve("summary.json"));
        Files.write(run.resolve("chart.png"), new byte[]{1, 2, 3});
    }

    /** Writes a run of 4 s in which a pattern of 2 s occurs twice, with noise. */
    private static void writeTwice(Path file) {
        RecordingWriter out = new RecordingWriter(file, 1, Synthetic.metadata("kernel", MS, "L1D_ALL_REF:software:0:0"))
                .task(0, 9, 9, -1, 0);
        SplittableRandom random = new SplittableRandom(7);
        long sum = 0;
        for (int i = 1; i <= 4000; i++) {
            sum += Math.round(1000 * PATTERN[(i - 1) % 2000 / 200] * (1 + 0.1 * random.nextGaussian()));
            out.sample(0, 0, 9, 0, i * MS, i * MS, i * MS, sum);
        }
        out.total(0, 4000 * MS, 4000 * MS, sum).end(Synthetic.trailer(4000));
    }

    private static ShownGallery gallery() throws IOException {
        if (gallery == null) {
            ResolveOptions options = new ResolveOptions(null, false, null, root, root.resolve("cache"), Path.of("."));
            gallery = GalleryRuns.of(List.of(folder), catalogue(), Characterizations.published(), options);
        }
        return gallery;
    }

    /** Returns a catalogue in which 444.namd has no stand-in on any machine. */
    private static Catalogue catalogue() throws IOException {
        return Catalogue.load(List.of(Files.writeString(root.resolve("no-stand-in.toml"), """
                [bench."444.namd"]
                title = "molecular dynamics"
                no-open = "nobody wrote one"
                [bench."444.namd".spec]
                executables = ["namd"]
                runs = [{ name = "default" }]
                """)));
    }

    private static Exhibit exhibit(String benchmark) throws IOException {
        return gallery().exhibits().stream().filter(e -> e.benchmark().equals(benchmark)).findFirst().orElseThrow();
    }

    @Test
    void whatWasWrittenOfAnyBenchmarkIsOfOneOfTheCatalogue() {
        assertThat(Catalogue.load(List.of()).entries()).extracting(e -> e.id())
                .containsAll(Characterizations.published().stream().map(Characterization::benchmark).toList());
        assertThat(Characterizations.published()).allSatisfy(t -> assertThat(t.claims()).isNotEmpty()).hasSize(10);
    }

    @Test
    void eachRunIsHeldAgainstWhatWasWritten() throws IOException {
        assertThat(exhibit("403.gcc").runs().get(0).claims()).extracting(JudgedClaim::verdict)
                .containsExactly(ClaimVerdict.HOLDS, ClaimVerdict.CANNOT_BE_COMPARED);
        assertThat(exhibit("429.mcf").runs().get(0).claims()).extracting(JudgedClaim::doubts)
                .containsOnly(List.of(ClaimDoubt.RUN_FAILED));
        assertThat(exhibit("473.astar").runs().get(0).claims()).extracting(JudgedClaim::doubts)
                .containsOnly(List.of(ClaimDoubt.NOT_ENDED));
        assertThat(exhibit("444.namd").absence()).contains("no open-source stand-in");
        PublishedSchemas.check(OutputFormat.GALLERY, PrintedJson.text(OutputFormat.GALLERY, gallery()));
        assertThat(gallery().leftOut()).contains("998.specrand").doesNotContain("403.gcc");
    }

    /** "Not in this batch" is no statement about the machine. */
    @Test
    void onlyBenchmarksWithoutAProgramAreCalledSo() throws IOException {
        ResolveOptions options = new ResolveOptions(null, false, null, root, root.resolve("cache"), Path.of("."));
        Catalogue catalogue = catalogue();
        List<Exhibit> absent = gallery().exhibits().stream().filter(e -> e.absence() != null).toList();
        assertThat(absent).isNotEmpty().allSatisfy(e -> {
            Entry entry = catalogue.entries().stream().filter(b -> b.id().equals(e.benchmark())).findFirst().get();
            boolean runs = Availability.of(entry, options).reason() == null;
            assertThat(e.runs().get(0).claims()).extracting(JudgedClaim::doubts)
                    .containsOnly(List.of(runs ? ClaimDoubt.NOT_IN_BATCH : ClaimDoubt.NOT_RUN));
            assertThat(e.absence().contains("it is not in this batch; scripts/gallery " + e.benchmark()))
                    .isEqualTo(runs);
        });
    }

    @Test
    void thePageHasChartTextAndVerdictTogether() throws IOException {
        String html = HtmlPage.text(GalleryPage.of(gallery()));
        assertThat(html)
                .contains("src=\"data:image/png;base64,AQID\"", "A clear pattern occurs twice",
                        "<td>2 times, every 2.00\u00a0s</td><td>holds</td>", "its run failed: ended by signal 9",
                        "Not run: 444.namd has no open-source stand-in")
                .doesNotContain("http:", "https:");
    }

    @Test
    void theTableExplainsItsMarks() throws IOException {
        StringWriter text = new StringWriter();
        GalleryText.print(gallery(), new PrintWriter(text, true));
        assertThat(text.toString()).containsPattern("403\\.gcc +1ms +repeats 2 times +2 times, every 2\\.00 s +holds")
                .containsPattern("429\\.mcf .* cannot be compared \\(d\\)")
                .contains("  d  its run failed");
    }

    @Test
    void aBatchThatHasRunGetsItsPages() throws IOException {
        BatchItem emulated = new BatchItem("403.gcc", BatchItem.EMULATED);
        BatchFolder done = BatchFolder.create(root.resolve("done"), List.of(emulated),
                List.of("--emulate=qemu", "--instructions", "1000000"));
        done.log().append(Outcome.ok(emulated));
        assertThat(Main.execute("overnight", "--resume", "-o", done.path().toString(), "--quiet")).isZero();
        PublishedSchemas.check(OutputFormat.BATCH, done.path().resolve("summary.json"));
        assertThat(done.path().resolve("page.html")).content().contains("Batch of 1 run");
        assertThat(Main.execute("gallery", "--resume", "-o", done.path().toString(), "--also", folder.path().toString(),
                "--quiet")).isZero();
        assertThat(done.path().resolve("gallery.html")).content().contains("AQID");
        assertThat(Main.execute("gallery", "--resume", "-o", done.path().toString(), "--period", "5s")).isEqualTo(2);
    }
}
