package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;

/** Call stacks through the command line, of a program that runs 40 calls deep. */
@Tag("machine")
@Tag("beside")
class CallGraphTest {
    private static final Path PROGRAM = Path.of(System.getProperty("runbench.home"))
            .resolve("native/build/test/stacks_test");

    @TempDir
    private Path dir;

    @Test
    void aRecursiveFunctionIsOnEveryStackAndInEveryFormat() throws Exception {
        Runbench.assumeCounting(dir);
        Path out = dir.resolve("out");
        String run = dir.resolve("run").toString();
        Runbench.Ended ended = Runbench.run(out, "sample", "-o", run, "-e", "task-clock", "--call-graph", "--",
                PROGRAM.toString(), "recurse", "40");
        assertThat(ended.code()).as(ended.output()).isZero();
        Runbench.Ended shown = Runbench.run(out, "functions", run, "--json", "-q");
        PublishedSchemas.check(OutputFormat.FUNCTIONS, shown.output());
        JsonNode whole = new ObjectMapper().readTree(shown.output()).path("whole");
        JsonNode recurse = null;
        for (JsonNode f : whole.path("functions")) {
            recurse = f.path("function").asText().startsWith("recurse") ? f : recurse;
        }
        assertThat(recurse).as(shown.output()).isNotNull();
        assertThat(recurse.path("total").asInt()).isGreaterThan(whole.path("samples").asInt() * 9 / 10);
        JsonNode summary = new ObjectMapper().readTree(Path.of(run).resolve("summary.json").toFile());
        PublishedSchemas.check(OutputFormat.SUMMARY, summary.toString());
        assertThat(summary.path("functions").path("by_total").size()).isPositive();
        assertThat(Files.readString(Path.of(run).resolve("page.html"))).contains("id=\"call-stacks\"");
        for (String format : List.of("collapsed", "speedscope", "firefox", "pprof")) {
            Runbench.Ended exported = Runbench.run(out, "export", run, "--format", format, "--json");
            assertThat(exported.code()).as(exported.output()).isZero();
            PublishedSchemas.check(OutputFormat.EXPORT, exported.output());
        }
        assertThat(Files.readString(Path.of(run).resolve("run.collapsed.txt"))).containsPattern("(recurse[^;]*;){40}");
    }

    @Test
    void callFrameInformationShowsTheCallersOfAProgramWithoutFramePointers() throws Exception {
        Runbench.assumeCounting(dir);
        Path out = dir.resolve("out");
        String run = dir.resolve("unframed").toString();
        Runbench.Ended ended = Runbench.run(out, "sample", "-o", run, "-e", "task-clock", "--call-graph", "dwarf,16384",
                "--", PROGRAM.resolveSibling("unframed").toString(), "sort", "20");
        assumeTrue(ended.code() != 3, ended.output());
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(Files.readString(Path.of(run).resolve("page.html")))
                .contains("Call stacks by call frame information (dwarf), 16384 bytes of stack.");
        Runbench.Ended exported = Runbench.run(out, "export", run, "--format", "collapsed");
        assertThat(exported.code()).as(exported.output()).isZero();
        assertThat(Files.readString(Path.of(run).resolve("run.collapsed.txt")))
                .containsPattern("main;[^\n]*compare;(recurse[^;]*;){20}");
    }

    @Test
    void whatCannotBeRecordedIsRefused() throws Exception {
        refused(3, "type --call-graph=dwarf", "--call-graph=lbr");
        refused(2, "no multiple of 8 up to 65528 bytes", "--call-graph", "dwarf,1001");
        refused(2, "no multiple of 8 up to 65528 bytes", "--call-graph=dwarf,65536");
        refused(2, "--call-graph needs samples by the kernel", "--call-graph=dwarf", "--period", "20ms");
        refused(2, "--call-graph and --no-pointers exclude one another", "--call-graph=dwarf", "--no-pointers");
        refused(2, "--call-graph=deep: unknown mode", "--call-graph=deep");
        refused(2, "--call-graph needs samples by the kernel", "--call-graph", "--period", "20ms");
        refused(2, "--call-graph and --no-pointers exclude one another", "--call-graph", "--no-pointers");
        Runbench.assumeCounting(dir);
        String run = dir.resolve("plain").toString();
        Runbench.Ended plain = Runbench.run(dir.resolve("out"), "sample", "-o", run, "-e", "task-clock", "--no-chart",
                "--", "true");
        assertThat(plain.code()).as(plain.output()).isZero();
        Runbench.Ended export = Runbench.run(dir.resolve("out"), "export", run, "--format", "pprof");
        assertThat(export.code()).isEqualTo(2);
        assertThat(export.output()).contains("its samples have no call stacks", "run again with --call-graph");
    }

    private void refused(int code, String reason, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("sample", "-e", "task-clock"));
        words.addAll(List.of(options));
        words.addAll(List.of("--", "true"));
        Runbench.Ended ended = Runbench.run(dir.resolve("out"), words.toArray(String[]::new));
        assertThat(ended.code()).as(ended.output()).isEqualTo(code);
        assertThat(ended.output()).contains(reason);
    }
}
