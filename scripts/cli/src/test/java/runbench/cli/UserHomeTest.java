package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A benchmark with a generated input and a chart, under home folders other than that of the user database. */
@Tag("machine")
@Tag("beside")
class UserHomeTest {
    /** A user without an entry in the user database; this user can read the files of the user that runs the test. */
    private static final List<String> UNKNOWN_USER = List.of("unshare", "--user", "--map-user=54321",
            "--map-group=54321");

    @TempDir
    private Path dir;
    private Path current;

    @BeforeEach
    void canCount() throws Exception {
        Runbench.assumeCounting(dir);
        current = Files.createDirectory(dir.resolve("current"));
    }

    private Runbench.Ended run(List<String> prefix, List<String> environment) throws Exception {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of("env", "-u", "HOME", "-u", "XDG_CACHE_HOME", "-u", "XDG_CONFIG_HOME"));
        command.addAll(environment);
        command.addAll(
                Runbench.command(List.of(), List.of("429.mcf", "--run", "tiny", "-o", dir.resolve("run").toString())));
        Path output = dir.resolve("said");
        ProcessBuilder builder = new ProcessBuilder(command).directory(current.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        return Runbench.await(builder.start(), output);
    }

    @Test
    void runbenchAndJavaKeepTheirFilesBelowHome() throws Exception {
        Path home = Files.createDirectory(dir.resolve("home"));
        Runbench.Ended ended = run(List.of(), List.of("HOME=" + home));
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(home.resolve(".cache/runbench/inputs")).isNotEmptyDirectory();
        assertThat(home.resolve(".java/fonts")).isNotEmptyDirectory();
        assertThat(current).isEmptyDirectory();
    }

    @Tag("nightly")
    @Test
    void aBenchmarkRunsWithoutAnyHome() throws Exception {
        Process probe = new ProcessBuilder(Stream.concat(UNKNOWN_USER.stream(), Stream.of("true")).toList()).start();
        Assumptions.assumeTrue(probe.waitFor() == 0, "user namespaces are not permitted here");
        Runbench.Ended ended = run(UNKNOWN_USER, List.of());
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(dir.resolve("run/chart.png")).isNotEmptyFile();
        assertThat(current).as("no folder named ?").isEmptyDirectory();
    }
}
