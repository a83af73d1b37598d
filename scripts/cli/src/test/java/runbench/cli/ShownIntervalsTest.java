package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.parser.record.Kind;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;

/** Representative intervals in summary, text, chart and page, for a run that counted instructions and has vectors. */
@Tag("beside")
class ShownIntervalsTest {
    private static final int INTERVALS = 120;
    private static final long LENGTH = 1_000_000;

    @TempDir
    private Path dir;

    /** Creates two kinds of intervals that alternate every 20 intervals, with different blocks and different misses. */
    @BeforeEach
    void run() throws IOException {
        String metadata = Synthetic.metadata("emulated", LENGTH, "L1D_READ_MISS:emulated:0:0", "loads:emulated:0:1")
                .replace("\"axis\":\"run_time\"", "\"axis\":\"instructions\"");
        RecordingWriter out = new RecordingWriter(dir.resolve("samples.rec"), 2, metadata);
        out.task(0, 7, 7, Kind.ALL_TASKS, 0);
        StringBuilder vectors = new StringBuilder();
        StringBuilder counts = new StringBuilder(
                "from_instructions,L1D_READ_MISS (misses),loads (references),instructions (instructions)\n");
        long misses = 0;
        long loads = 0;
        for (int i = 0; i < INTERVALS; i++) {
            boolean second = i / 20 % 2 == 1;
            int missed = second ? 9000 + i % 7 : 500 + i % 3;
            int loaded = second ? 300_000 : 200_000;
            misses += missed;
            loads += loaded;
            int other = 1000 * (i * 7 % 5);
            vectors.append(String.format("T:%d:%d :%d:%d %n", 1, second ? other : LENGTH - other, 2,
                    second ? LENGTH - other : other));
            counts.append(i * LENGTH + "," + missed + "," + loaded + "," + LENGTH + "\n");
            long now = (i + 1) * LENGTH;
            out.sample(0, 0, 7, 0, now, now, now, misses, loads);
        }
        out.end(Synthetic.trailer(INTERVALS));
        Path bbv = Files.createDirectory(dir.resolve("bbv"));
        Files.writeString(bbv.resolve("0.bb"), vectors);
        Files.writeString(bbv.resolve("0.intervals.csv"), counts);
        Files.writeString(bbv.resolve("blocks.csv"),
                "id,file,offset,function,block_instructions,executions\n1,/p,0x10,walk,10,1\n2,/p,0x20,flood,10,1\n");
    }

    private String printed(String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), words)).as(err.toString())
                .isZero();
        return out.toString();
    }

    private JsonNode simpoints() throws IOException {
        return new ObjectMapper().readTree(dir.resolve("summary.json").toFile()).path("simpoints");
    }

    @Test
    void theSummaryTellsThemInItsOwnPlacesAndAsTheyWereChosenLast() throws IOException {
        assertThat(printed("parse", dir.toString())).contains("representatives",
                " of 120 intervals, one per cluster; L1D misses from a sample of ");
        PublishedSchemas.check(OutputFormat.SUMMARY, dir.resolve("summary.json"));
        JsonNode task = simpoints().path("tasks").path(0);
        JsonNode edges = task.path("course").path("edges");
        assertThat(edges.path(0).asDouble()).isZero();
        assertThat(edges.path(edges.size() - 1).asDouble()).as("10^6 instructions").isEqualTo(120);
        assertThat(edges).extracting(JsonNode::asDouble).contains(20.0, 40.0, 60.0, 80.0, 100.0);
        for (int c = 0; c < task.path("clusters").size(); c++) {
            double at = task.path("representatives").path(c).path("from").asDouble();
            assertThat(task.path("clusters").path(c).path("function").asText()).as("at " + at)
                    .isEqualTo(at % 40 < 20 ? "walk" : "flood");
            assertThat(at).isEqualTo(task.path("clusters").path(c).path("from").asDouble() / LENGTH);
        }
        assertThat(task.path("estimates").path(0).path("holds").asBoolean()).isTrue();
        assertThat(simpoints().path("error").asDouble()).isEqualTo(0.03);

        printed("simpoints", dir.toString(), "--error", "1%");
        printed("parse", dir.toString());
        assertThat(simpoints().path("error").asDouble()).as("what was chosen last").isEqualTo(0.01);
    }

    @Test
    void chartAndPageShowThem() throws IOException {
        printed("plot", dir.toString(), "--svg");
        assertThat(Files.readString(dir.resolve("chart.svg"))).contains("Intervals", "representative",
                "of them give L1D misses within ±");
        assertThat(Files.readString(dir.resolve("page.html"))).contains("<h2>Representative intervals</h2>",
                "<h2>Estimates of the whole run</h2>", "Emulated", "flood", "its stretches along the run");
    }

    @Test
    void vectorsThatNobodyCanReadAreANoteOfTheSummary() throws IOException {
        Files.writeString(dir.resolve("bbv/0.bb"), "T:oops\n");
        assertThat(printed("parse", dir.toString())).contains("the representative intervals are unknown: ",
                "0.bb, line 1");
        assertThat(simpoints().isNull()).isTrue();
    }
}
