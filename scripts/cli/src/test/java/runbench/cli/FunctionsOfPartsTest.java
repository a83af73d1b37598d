package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.stats.RunSummary;
import runbench.parser.symbols.FunctionProfile.RunningFunctions;

/**
 * A program that touches new pages for 0.1 s and adds up for 0.2 s, four times. The recording is from a guest of an
 * Intel Xeon, every 2 ms.
 */
@Tag("scenario")
@Tag("beside")
class FunctionsOfPartsTest {
    private static final Path RECORDED = Path.of(System.getProperty("runbench.home"),
            "scripts/cli/src/test/resources/runbench/cli/two-phases");

    @TempDir
    private Path run;
    private int code;

    @BeforeEach
    void copy() throws IOException {
        for (String file : List.of("samples.rec", "symbols.json")) {
            Files.copy(RECORDED.resolve(file), run.resolve(file));
        }
    }

    private String runbench(String... words) {
        StringWriter said = new StringWriter();
        PrintWriter written = new PrintWriter(said, true);
        code = Main.execute(written, written, words);
        return said.toString();
    }

    private JsonNode part(String... options) throws IOException {
        String[] words = new String[options.length + 4];
        System.arraycopy(new String[]{"functions", run.toString(), "-q", "--json"}, 0, words, 0, 4);
        System.arraycopy(options, 0, words, 4, options.length);
        return new ObjectMapper().readTree(runbench(words)).path("part");
    }

    @Test
    void aPhaseAndAPartHaveFunctionsOfTheirOwn() throws IOException {
        JsonNode phase = part("--phase", "B");
        assertThat(phase.path("functions").path(0).path("function").asText()).isEqualTo("add_up");
        assertThat(phase.path("functions").path(0).path("share").asDouble()).isGreaterThan(0.93);
        assertThat(phase.path("samples").asInt()).isBetween(380, 400);
        JsonNode first = part("--to", "90ms");
        assertThat(first.path("samples").asInt()).isBetween(40, 46);
        assertThat(first.path("functions").findValuesAsText("function")).contains("touch_pages")
                .doesNotContain("add_up");
        assertThat(part("--from", "110ms", "--to", "290ms").path("functions").path(0).path("function").asText())
                .isEqualTo("add_up");
    }

    @Test
    void wrongPartsAndMissingRunsSayWhatToType() {
        assertThat(runbench("functions", run.toString(), "--phase", "Z")).contains("no such phase",
                "choose one of A, B");
        assertThat(runbench("functions", run.toString(), "--from", "9s")).contains("the run ends at 1.20 s");
        assertThat(runbench("functions", run.toString(), "--by-phase", "--to", "1s")).contains("leave --by-phase out");
        assertThat(code).isEqualTo(2);
        assertThat(runbench("functions", run.resolve("not").toString())).contains("there is no such run",
                "runbench runs");
        assertThat(code).isEqualTo(2);
    }

    @Test
    void summaryAndPageHaveThoseOfEachPhase() throws IOException {
        runbench("parse", run.toString(), "-q");
        RunningFunctions ran = RunSummary.read(run.resolve("summary.json")).functions();
        assertThat(ran.samples()).isEqualTo(600);
        assertThat(ran.phases()).extracting(RunningFunctions.OfPhase::phase).containsExactly("A", "B");
        assertThat(ran.phases().get(1).functions().get(0).function()).isEqualTo("add_up");
        assertThat(ran.phases().get(0).functions()).hasSize(5)
                .extracting(f -> f.function())
                .contains("touch_pages")
                .doesNotContain("add_up");
        runbench("plot", run.toString(), "-q", "-o", run.resolve("chart.png").toString(), "--page",
                run.resolve("page.html").toString());
        assertThat(run.resolve("page.html")).content()
                .contains("<h2>Functions</h2>", "<table data-follows>")
                .containsPattern("<tr data-phase=\"1\"><th scope=\"row\"><i [^>]*></i> B</th><td>add_up</td>");
    }
}
