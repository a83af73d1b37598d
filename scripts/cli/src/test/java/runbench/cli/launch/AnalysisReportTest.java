package runbench.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of {@code make -C native analyze}: a report passes only with an explanation. */
@Tag("scenario")
@Tag("beside")
class AnalysisReportTest {
    private static final Path NATIVE = Path.of(System.getProperty("runbench.home"), "native");
    private static final String LEAK = "sampler/ring.c:12:34: warning: leak of 'p' [CWE-401] [-Wanalyzer-malloc-leak]";
    private static final String NULL_POINTER = "sampler/ring.c:20: warning: Possible null pointer dereference: p "
            + "[nullPointer]";

    @TempDir
    private Path home;

    @BeforeEach
    void perl() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")), "perl is missing: apt-get install perl-base");
    }

    private String report(int expected, List<String> explained, List<String> gcc, List<String> cppcheck)
            throws Exception {
        Path sampler = Files.createDirectories(home.resolve("analysis/sampler"));
        Files.write(sampler.resolve("ring.gcc"), gcc);
        Files.write(sampler.resolve("plan.gcc"), List.of());
        Files.write(home.resolve("analysis/cppcheck"), cppcheck);
        Files.write(home.resolve("analysis/left-out"), List.of("mpitrace/call.c: lacks its header or compiler here"));
        Path said = home.resolve("said");
        Process perl = new ProcessBuilder("perl", NATIVE.resolve("analysis/report").toString(),
                Files.write(home.resolve("explained"), explained).toString(), home.resolve("analysis").toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(perl.waitFor(30, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(said);
        assertThat(perl.exitValue()).as(text).isEqualTo(expected);
        return text;
    }

    @Test
    void aReportWithoutAnExplanationFails() throws Exception {
        assertThat(report(1, List.of(), List.of(LEAK, "sampler/ring.c:3:4: warning: unused [-Wunused]"),
                List.of(NULL_POINTER))).contains("sampler/ring.c:12: leak of 'p' [-Wanalyzer-malloc-leak]")
                .contains("sampler/ring.c:20: Possible null pointer")
                .contains("skipped: analyze: mpitrace/call.c")
                .endsWith("analyze: 0 passed, 2 failed, 1 skipped\n")
                .doesNotContain("unused");
    }

    @Test
    void anExplainedReportPassesOnAnyLine() throws Exception {
        List<String> explained = List.of("# The ring keeps it.", "sampler/ring.c: leak of 'p' [-Wanalyzer-malloc-leak]",
                "sampler/ring.c: Possible null pointer dereference: p [nullPointer]");
        assertThat(report(0, explained, List.of(LEAK.replace("12:34", "99:1")), List.of(NULL_POINTER)))
                .endsWith("analyze: 2 passed, 0 failed, 1 skipped\n");
        assertThat(report(1, explained, List.of(LEAK.replace("ring.c", "plan.c")), List.of()))
                .contains("sampler/plan.c:12: leak of 'p'");
    }

    @Test
    void anExplanationNeedsAReason() throws Exception {
        assertThat(report(1, List.of("sampler/ring.c: leak of 'p' [-Wanalyzer-malloc-leak]"), List.of(LEAK), List.of()))
                .contains("explained: FAILED: line 1 has no reason");
    }

    @Test
    void aSourceThatDoesNotCompileFails() throws Exception {
        assertThat(report(1, List.of(), List.of("sampler/ring.c:2:10: fatal error: perf.h: No such file or directory"),
                List.of())).contains("sampler/ring.c:2: perf.h: No such file or directory");
    }
}
