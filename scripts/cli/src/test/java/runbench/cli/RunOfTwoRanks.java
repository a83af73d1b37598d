package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.run.ClusterRun;
import runbench.align.run.ClusterState;

/** The arguments, the folder and the common assertions of tests of runs on two ranks. */
abstract class RunOfTwoRanks {
    @TempDir
    Path dir;

    Path folder() {
        return dir.resolve("run");
    }

    Path enough() {
        return dir.resolve("enough");
    }

    /** Returns a program that runs until such a file exists, independent of the speed of the machine. */
    String untilEnough() {
        return Runbench.ENDLESS.replace("while :;", "until test -e " + enough() + ";");
    }

    /** Returns the arguments of a run without a chart; one test draws the chart for all. */
    List<String> arguments(List<String> options, String... command) {
        return charted(Stream.concat(Stream.of("--no-chart"), options.stream()).toList(), command);
    }

    List<String> charted(List<String> options, String... command) {
        List<String> all = new ArrayList<>(List.of("cluster", "-e", "task-clock,page-faults", "--no-trace",
                "--sync-window", "1s", "-o", folder().toString()));
        all.addAll(options);
        all.add("--");
        all.addAll(List.of(command));
        return all;
    }

    static String[] mpirun(String program) {
        assumeTrue(Bed.onPath("mpirun.openmpi"), "mpirun.openmpi is missing (Debian: openmpi-bin)");
        return new String[]{"mpirun.openmpi", "-np", "2", "sh", "-c", program};
    }

    void awaitRunning(int ranks) throws Exception {
        await("start of " + ranks + " ranks").atMost(60, TimeUnit.SECONDS)
                .until(() -> files("released.json").size() == ranks);
        for (Path released : files("released.json")) {
            Runbench.awaitSamples(released.resolveSibling("samples.rec"));
        }
    }

    /** Returns the files of that name in the ranks' folders. */
    List<Path> files(String name) throws IOException {
        Path ranks = folder().resolve("ranks");
        if (!Files.isDirectory(ranks)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(ranks)) {
            return all.map(r -> r.resolve(name)).filter(Files::exists).sorted().toList();
        }
    }

    static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }

    /**
     * Asserts that no program, keeper, sampler or reflector still runs: no process names the run's folder on its
     * command line or in its environment.
     */
    void assertNothingIsLeft() {
        await().atMost(10, TimeUnit.SECONDS).untilAsserted(() -> assertThat(involved()).isEmpty());
    }

    List<String> involved() throws IOException {
        List<String> left = new ArrayList<>();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            for (Path process : processes.filter(p -> p.getFileName().toString().matches("\\d+")).toList()) {
                try {
                    String environment = Files.readString(process.resolve("environ"),
                            java.nio.charset.StandardCharsets.ISO_8859_1);
                    if (environment.contains("RB_CLUSTER_RUN=" + folder())) {
                        left.add(process + " " + Files.readString(process.resolve("cmdline"),
                                java.nio.charset.StandardCharsets.ISO_8859_1));
                    }
                } catch (IOException e) {
                    // The process has ended, or it is not one of ours.
                }
            }
        }
        return left;
    }

    ClusterRun kept(ClusterState state, int ranks) {
        ClusterRun run = ClusterRun.read(folder());
        assertThat(run.record().state()).as("%s", run.record()).isEqualTo(state);
        assertThat(run.ranks()).hasSize(ranks);
        run.ranks()
                .forEach(r -> assertThat(run.recording(r).orElseThrow().samples()).as("samples of rank %d", r.rank())
                        .isPositive());
        return run;
    }
}
