package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.schedule.contention.ContentionModel;
import runbench.schedule.contention.ContentionModelJson;
import runbench.schedule.profile.TrafficUnit;

@Tag("scenario")
@Tag("beside")
class InterferenceCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path dir;

    @BeforeEach
    void keepAModel() throws IOException {
        Files.writeString(dir.resolve("model.json"), ContentionModelJson.text(
                new ContentionModel("a test's", TrafficUnit.BYTES_PER_SECOND, 2, 30e9, 20e9, 0.3, 0.5, "stated")));
    }

    private int interference(String... words) {
        return Main.execute(new PrintWriter(out, true), new PrintWriter(err, true),
                Stream.concat(
                        Stream.of("schedule", "interference", "--contention-model",
                                dir.resolve("model.json").toString(), "-o", dir.resolve("i.png").toString()),
                        Arrays.stream(words)).toArray(String[]::new));
    }

    @Test
    void programsAreRunBesideEachOtherAndVerified() throws IOException {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "one CPU: nothing runs beside anything");
        assertThat(interference("--measure", "--repetitions", "1", "--json", "nbbma:tiny", "/bin/sh -c true"))
                .as(err.toString())
                .isZero();
        PublishedSchemas.check(OutputFormat.INTERFERENCE, out.toString());
        assertThat(out.toString()).contains("\"rounds\" : 1").contains("without the bandwidth");
        assertThat(Files.size(dir.resolve("i.png"))).isPositive();
    }

    @Test
    void whatFailsSaysSo() {
        assertThat(interference("--measure", "/bin/sh -c false")).isEqualTo(1);
        assertThat(err.toString()).contains("ended with status");
        assertThat(interference("--measure", "470.lbmm")).isEqualTo(2);
        assertThat(err.toString()).contains("no benchmark is called '470.lbmm'");
        assertThat(interference("--measure", "470.lbm", "470.lbm")).isEqualTo(2);
        assertThat(err.toString()).contains("named twice");
        assertThat(interference("--measure", "--repetitions", "0", "470.lbm")).isEqualTo(2);
        assertThat(interference("./no-profile-of-this")).isEqualTo(2);
    }

    @Test
    void programsRunInTheGroupsOfThePublication() throws IOException {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "one CPU: nothing runs next to a program");
        assertThat(Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), "schedule", "corun", "-n", "1",
                "-o", dir.resolve("c.png").toString(), "--json", "nbbma:tiny")).as(err.toString()).isZero();
        PublishedSchemas.check(OutputFormat.CO_RUN, out.toString());
        assertThat(out.toString()).contains("with a copy", "with bbma", "with nbbma");
        assertThat(Files.size(dir.resolve("c.png"))).isPositive();
        assertThat(Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), "schedule", "corun", "-o",
                dir.resolve("c.png").toString(), "/bin/sh -c false")).isEqualTo(1);
        assertThat(Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), "schedule", "corun",
                "--threads", "4000", "nbbma:tiny")).isEqualTo(3);
        assertThat(err.toString()).contains("no CPU remains for an antagonist");
    }
}
