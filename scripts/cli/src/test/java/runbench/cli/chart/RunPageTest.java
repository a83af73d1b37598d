package runbench.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.digest.Digests;
import runbench.cli.Main;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;

/** The page of one run, as {@code runbench plot} writes it next to the chart. */
@Tag("beside")
class RunPageTest {
    private static final Path RECORDINGS = Path.of(System.getProperty("runbench.home", ".."))
            .resolve("parser/src/test/resources");

    @TempDir
    private Path folder;

    @Test
    void hasTheSameNumbersAsTheSummaryAndSaysOfWhichRecordingItIs() throws IOException {
        Path recording = Files.copy(RECORDINGS.resolve("pmu-multiplexed.rec"), folder.resolve("samples.rec"));
        String html = still(plot(recording));

        assertThat(html)
                .contains("<h2 id=\"first\">Look here first</h2>", "Events were multiplexed: ",
                        "SHA-256</dt><dd>" + Digests.of(recording), "<a href=\"./samples.rec\">samples.rec</a>",
                        "<a href=\"./chart.png\">chart.png</a>", "<h2>Counts</h2>", "<h2>Distributions</h2>",
                        "<svg class=\"small\"", "class=\"band\"")
                .doesNotContain("NaN", "null", "median of ranks");
        assertThat(html.indexOf("class=\"cards\"")).isLessThan(html.indexOf("Look here first"))
                .isLessThan(html.indexOf("Over time"));
    }

    @Test
    void aLongCopyElsewhereIsWrittenOnlyWhereItWasAskedFor() throws IOException {
        Path recording = Files.copy(RECORDINGS.resolve("pmu-phases.rec"), folder.resolve("samples.rec"));
        Path other = Files.createDirectory(folder.resolve("other"));
        assertThat(Main.execute("plot", recording.toString(), "-q", "-o", other.resolve("x.png").toString())).isZero();
        assertThat(folder.resolve("page.html")).doesNotExist();
        assertThat(Main.execute("plot", recording.toString(), "-q", "--no-page")).isZero();
        assertThat(folder.resolve("page.html")).doesNotExist();
        assertThat(Main.execute("plot", recording.toString(), "-q", "--page", other.resolve("y.html").toString()))
                .isZero();
        assertThat(Files.readString(other.resolve("y.html"))).contains("id=\"charts\"")
                .doesNotContain("samples.rec</a>");
    }

    /** Checks the page of a run that was killed before its first sample. */
    @Test
    void aRunWithoutSamplesIsAPageToo() throws IOException {
        Path recording = folder.resolve("samples.rec");
        RecordingWriter out = new RecordingWriter(recording, 1,
                Synthetic.metadata("kernel", Synthetic.MS, "page-faults:software:0:0"));
        out.task(0, 1, 1, -1, 1_000_000_000L).end(Synthetic.trailer(0));

        assertThat(still(plot(recording))).contains("There is nothing to draw").doesNotContain("NaN", "null");
    }

    private String plot(Path recording) throws IOException {
        assertThat(Main.execute("plot", recording.toString(), "-q")).isZero();
        return Files.readString(folder.resolve("page.html"));
    }

    /** Returns the content of the page without JavaScript. */
    private static String still(String html) {
        return html.replaceAll("(?s)<(script|style).*?</\\1>", "");
    }
}
