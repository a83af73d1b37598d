package runbench.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The archive of scripts/package on a machine without Java, compiler and Maven. */
@Tag("scenario")
@Tag("beside")
class PackageTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home"));

    @Test
    @Timeout(300)
    void theArchiveRunsWithoutJavaCompilerAndMaven() throws Exception {
        assumeTrue(Files.exists(HOME.resolve("scripts/cli/target/sbom.json")),
                "the last build was none with -Ppackage, which scripts/test without a room makes");
        Process check = new ProcessBuilder("nice", HOME.resolve("scripts/lib/package/check").toString())
                .redirectErrorStream(true)
                .start();
        check.getOutputStream().close();
        String output = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeFalse(output.startsWith("package: SKIP "), () -> output.lines().findFirst().orElseThrow());
        assertThat(check.waitFor()).as(output).isZero();
        assertThat(output).containsPattern("(?m)^package: [1-9]\\d* passed, 0 failed, 0 skipped$");
    }
}
