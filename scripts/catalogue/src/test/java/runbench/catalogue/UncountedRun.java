package runbench.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a resolved benchmark as the command line would, without counters. */
final class UncountedRun {
    private UncountedRun() {
    }

    static Path home() {
        return Path.of(System.getProperty("runbench.home", ".."));
    }

    /** Prepares, runs, verifies, cleans up; the lines of standard output. */
    static List<String> run(ResolvedBenchmark b) throws Exception {
        Preparation preparation = new Preparation(b);
        List<String> steps = new ArrayList<>();
        preparation.run(steps::add);
        assertThat(steps).hasSize(b.copies().size() + b.prepare().size());
        Verification.Result result = new Verification(b).check(execute(b));
        assertThat(result.differences()).isEmpty();
        assertThat(result.ok()).isTrue();
        Provenance provenance = Provenance.of(b, "test");
        assertThat(provenance.executables()).isNotEmpty().allSatisfy(f -> assertThat(f.sha256()).hasSize(64));
        List<String> output = Files.isRegularFile(b.stdout()) && b.stdout().endsWith("benchmark.out")
                ? Files.readAllLines(b.stdout())
                : List.of();
        preparation.cleanUp();
        return output;
    }

    static int execute(ResolvedBenchmark b) throws Exception {
        Files.createDirectories(b.stderr().getParent());
        ProcessBuilder builder = new ProcessBuilder(b.command()).directory(b.workingDir().toFile())
                .redirectInput(b.stdin() == null ? new File("/dev/null") : b.stdin().toFile())
                .redirectOutput(b.stdout().toFile())
                .redirectError(b.stderr().toFile());
        builder.environment().putAll(b.env());
        return builder.start().waitFor();
    }
}
