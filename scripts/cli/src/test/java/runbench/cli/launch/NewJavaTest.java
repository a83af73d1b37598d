package runbench.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher's Java options on JDK 24 and newer, which warn of native access and of sun.misc.Unsafe. */
@Tag("scenario")
@Tag("beside")
class NewJavaTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home"));

    @TempDir
    private Path run;

    @Tag("nightly")
    @Test
    void noWarningOfJavaReachesTheUser() throws Exception {
        List<Path> found = newJava();
        assumeTrue(!found.isEmpty(), "no JDK 24 or newer in /usr/lib/jvm");
        Files.copy(HOME.resolve("scripts/cli/src/test/resources/runbench/cli/two-phases/samples.rec"),
                run.resolve("samples.rec"));
        for (String options : List.of("short", "long", "parallel")) {
            assertThat(warnings(found.get(0), "@" + HOME.resolve("scripts/lib/jvm").resolve(options))).as(options)
                    .isEmpty();
        }
        assertThat(warnings(found.get(0), "-XX:TieredStopAtLevel=1")).as("without the options").contains("WARNING");
    }

    private static List<Path> newJava() throws IOException {
        Path all = Path.of("/usr/lib/jvm");
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(all)) {
            try (Stream<Path> folders = Files.list(all)) {
                for (Path folder : folders.toList()) {
                    Path release = folder.resolve("release");
                    if (Files.isReadable(release) && Files.isExecutable(folder.resolve("bin/java"))
                            && Files.readString(release).matches("(?s).*JAVA_VERSION=\"(2[4-9]|[3-9][0-9])[.\"].*")) {
                        found.add(folder.resolve("bin/java"));
                    }
                }
            }
        }
        return found;
    }

    /** Returns the lines on standard error of an export whose library uses sun.misc.Unsafe. */
    private String warnings(Path java, String option) throws Exception {
        Path err = run.resolve("err.txt");
        Process process = new ProcessBuilder(java.toString(), option, "-Drunbench.home=" + HOME, "-cp",
                System.getProperty("java.class.path"), "runbench.cli.Main", "export", run.toString(), "--format",
                "perfetto").redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(err.toFile()).start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(err)).isZero();
        return Files.readString(err);
    }
}
