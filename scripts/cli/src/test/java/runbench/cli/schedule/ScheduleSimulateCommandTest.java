package runbench.cli.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;

@Tag("beside")
class ScheduleSimulateCommandTest {
    private static final Path EXAMPLE = Path.of(System.getProperty("runbench.home", ".."))
            .resolve("scripts/examples/workload.toml");

    @TempDir
    private Path dir;
    private final StringWriter out = new StringWriter();
    private Throwable failure;

    private int run(String... words) {
        CommandLine line = new CommandLine(new ScheduleCommand()).setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true));
        line.setExecutionExceptionHandler((e, l, r) -> {
            failure = e;
            return 2;
        });
        return line.execute(words);
    }

    @Test
    void theExampleIsSimulatedWithTableAndCharts() throws IOException {
        assertThat(run("simulate", EXAMPLE.toString(), "-o", dir.toString(), "--gantt", "--seeds", "1", "--policy",
                "linux,quanta-window")).as("%s %s", out, failure).isZero();
        assertThat(out.toString()).contains("two streams and two that compute", "quanta-window", "lower bound",
                "best found (not proven)", "stream.1", "noise (background)");
        assertThat(dir.resolve("schedules.csv")).content()
                .startsWith("row,workload,policy,program")
                .contains("\nprogram,");
        assertThat(dir.resolve("gains.png")).exists();
        assertThat(dir.resolve("gantt-quanta-window.png")).exists();
        assertThat(Files.readAllLines(dir.resolve("schedules.csv"))).hasSize(1 + 2 * (1 + 5));
    }

    @Test
    void jsonKeepsToItsSchema() {
        assertThat(run("simulate", EXAMPLE.toString(), "-o", dir.toString(), "--json", "--policy", "linux,iabw",
                "--seeds", "1")).isZero();
        PublishedSchemas.check(OutputFormat.SCHEDULE_STUDY, out.toString());
        out.getBuffer().setLength(0);
        // Without the Linux-like policy there is no gain to state.
        assertThat(run("simulate", EXAMPLE.toString(), "-o", dir.toString(), "--json", "--policy", "iabw",
                "--contention-model", "queue")).isZero();
        PublishedSchemas.check(OutputFormat.SCHEDULE_STUDY, out.toString());
        assertThat(out.toString()).contains("\"turnaround_gain\" : null");
    }

    @Test
    void aFittedCurveIsKeptAndUsed() throws IOException {
        Path curve = dir.resolve("curve.json");
        StringBuilder file = new StringBuilder(
                "unit = \"transactions/us\"\ncpus = 2\nsustained = 29.5\n[[program]]\napplication = true\ncopies "
                        + "= 4\n");
        for (int i = 1; i <= 5; i++) {
            file.append("[[application]]\nname = \"a")
                    .append(i)
                    .append("\"\nseconds = 2\ntraffic = ")
                    .append(4 * i)
                    .append("\nswing = 0.9\nseed = ")
                    .append(i)
                    .append('\n');
        }
        Path pilots = Files.writeString(dir.resolve("pilots.toml"), file);
        assertThat(run("simulate", pilots.toString(), "-o", dir.toString(), "--refit", "--policy", "linux,pbw,iabw",
                "--seeds", "1")).as("%s %s", out, failure).isZero();
        assertThat(out.toString()).contains("fitted:    y = ", "published: y = -0.01180 x^2 + 1.457 x - 6.240",
                "IABW reference: fitted to pilots", "makespan saved %: best", "published, best reference: mean 3.1 %");
        assertThat(dir.resolve("curve.png")).exists();
        out.getBuffer().setLength(0);
        assertThat(run("simulate", EXAMPLE.toString(), "--curve", curve.toString(), "-o", dir.toString(), "--policy",
                "iabw")).as("%s %s", out, failure).isZero();
        assertThat(out.toString()).contains("IABW reference: fitted to pilots");
    }

    @Test
    void whatIsDrawnIsKeptAndSimulatedAgain() {
        Path file = dir.resolve("mine.toml");
        assertThat(run("generate", "spec-like", "--seed", "7", "--program-count", "3", "--cpu-count", "2", "-o",
                file.toString())).as("%s %s", out, failure).isZero();
        assertThat(out.toString()).contains("runbench schedule simulate " + file);
        String first = simulated(file);
        assertThat(first).isEqualTo(simulated(file))
                .contains("\"spec-like (seed 7)\"", "\"spec-like 2\"", "\"p3\"", "\"best\" : {");
        assertThat(run("generate", "spec-like", "-o", file.toString())).isEqualTo(2);
        assertThat(failure).hasMessageContaining("is there already");
        out.getBuffer().setLength(0);
        assertThat(run("generate", "set-b")).isZero();
        assertThat(out.toString()).contains("name = \"Set B\"", "[[application]]").doesNotContain("applications = ");
    }

    private String simulated(Path file) {
        out.getBuffer().setLength(0);
        assertThat(run("simulate", file.toString(), "-o", dir.resolve("out").toString(), "--json", "--policy",
                "linux,iabw", "--seeds", "1")).as("%s", failure).isZero();
        return out.toString();
    }

    @Test
    void whatCannotBeDrawnIsSaid() {
        assertThat(run("generate", "set-a", "--program-count", "3")).isEqualTo(2);
        assertThat(failure).hasMessageContaining("--program-count: set-a has no random parts");
        assertThat(run("generate", "spec")).isEqualTo(2);
        assertThat(failure).hasMessageContaining("no workload is called 'spec'");
        assertThat(run("generate", "pilot", "--traffic", "5,2")).isEqualTo(2);
        assertThat(failure).hasMessageContaining("--traffic");
        assertThat(run("generate", "pilot", "-o", dir.resolve("none/x.toml").toString())).isEqualTo(2);
        assertThat(failure).hasMessageContaining("there is no folder");
        assertThat(run("generate", "pilot", "--dwell", "0,2")).isEqualTo(2);
        assertThat(failure).hasMessageContaining("--dwell 0");
    }

    @Test
    void whatCannotBeDoneIsSaidWithWhatToTypeNext() throws IOException {
        assertThat(run("simulate", "set-d")).isEqualTo(2);
        assertThat(failure).hasMessageContaining("no workload is called 'set-d'");
        assertThat(run("simulate", EXAMPLE.toString(), "--policy", "lq")).isEqualTo(2);
        assertThat(failure).hasMessageContaining("unknown policy 'lq'");
        Path bare = Files.writeString(dir.resolve("bare.toml"),
                "[[program]]\nname = \"a\"\nseconds = 1\ntraffic = 1\n");
        assertThat(run("simulate", bare.toString())).isEqualTo(2);
        assertThat(failure).hasMessageContaining("states no memory bandwidth");
        assertThat(run("simulate", EXAMPLE.toString(), "--quantum", "0s")).isEqualTo(2);
        assertThat(failure).hasMessageContaining("--quantum");
    }
}
