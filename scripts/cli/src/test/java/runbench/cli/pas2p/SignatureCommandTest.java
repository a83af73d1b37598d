package runbench.cli.pas2p;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.pas2p.trace.MpiPrograms;

/** Signature and study from a user's view, of a program that sleeps for the given time and ignores its input file. */
@Tag("machine")
@Tag("beside")
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class SignatureCommandTest {
    @TempDir
    private static Path dir;
    private static Path program;
    private static Path input;
    private static String signature;
    private final Pas2pLine line = new Pas2pLine();
    private final StringWriter out = line.out;
    private final StringWriter err = line.err;

    @BeforeAll
    static void build() throws IOException {
        program = Files.copy(MpiPrograms.program("durations", "openmpi"), dir.resolve("app"));
        input = Files.writeString(dir.resolve("in.txt"), "one");
        signature = dir.resolve("app.sig.json").toString();
        SignatureCommandTest here = new SignatureCommandTest();
        assertThat(here.run(launch(2, 60, "trace", "-q", "-o", dir.resolve("run1").toString()))).as(here.err.toString())
                .isZero();
        assertThat(here.run("signature", "build", "-q", dir.resolve("run1").toString(), "-o", signature, "--within",
                "50%")).as(here.err.toString()).isZero();
    }

    private static String[] launch(int ranks, int rounds, String... before) {
        List<String> words = new ArrayList<>(List.of(before));
        words.addAll(List.of("--", "sh", "-c", "exec \"$@\" > " + dir.resolve("output.txt") + " 2>&1", "sh", "timeout",
                "40", "mpirun.openmpi", "-np", Integer.toString(ranks), program.toString(), "regular",
                Integer.toString(rounds), "4", "0", input.toString()));
        return words.toArray(String[]::new);
    }

    private int run(String... args) {
        return line.run(args);
    }

    private String[] measure(String name, int ranks, int rounds, String... more) {
        List<String> words = new ArrayList<>(
                List.of("signature", "run", signature, "-o", dir.resolve(name).toString()));
        words.addAll(List.of(more));
        return launch(ranks, rounds, words.toArray(String[]::new));
    }

    private void refused(String why, String... args) throws IOException {
        Files.deleteIfExists(dir.resolve("output.txt"));
        assertThat(run(args)).as(err.toString()).isEqualTo(2);
        assertThat(err.toString()).contains(why);
        assertThat(dir.resolve("refused/measured.json")).doesNotExist();
    }

    private static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }

    @Test
    void whatIsNotTheTracedRunIsRefusedAndForceMarksWhatIsMeasured() throws IOException {
        refused("other arguments: \"regular 61 4 0 " + input + "\"", measure("refused", 2, 61));
        assertThat(dir.resolve("output.txt")).as("refused before anything was started").doesNotExist();
        refused("is of 2 ranks, and 3 were started", measure("refused", 3, 60, "--force"));
        Files.writeString(input, "two");
        refused("another input: the SHA-256 of " + input, measure("refused", 2, 60));
        assertThat(run(measure("other-input", 2, 60, "--force"))).as(err.toString()).isZero();
        assertThat(out.toString()).contains("FORCED: another input: ");
        assertThat(json(dir.resolve("other-input/measured.json")).at("/same/inputs").asBoolean(true)).isFalse();
        assertThat(json(dir.resolve("other-input/measured.json")).get("forced").asBoolean()).isTrue();
        assertThat(run("predict", dir.resolve("other-input").toString())).isZero();
        assertThat(out.toString()).contains("FORCED in spite of differences: another input: ");
        Files.writeString(input, "one");

        byte[] traced = Files.readAllBytes(program);
        Files.write(program, new byte[]{0}, StandardOpenOption.APPEND);
        refused("another program: the SHA-256 of " + program, measure("refused", 2, 60));
        assertThat(dir.resolve("output.txt")).as("refused before anything was started").doesNotExist();
        assertThat(run(measure("other-program", 2, 60, "--force", "--json"))).as(err.toString()).isZero();
        JsonNode printed = new ObjectMapper().readTree(out.toString());
        assertThat(printed.get("forced").asBoolean()).isTrue();
        assertThat(printed.at("/differences/0").asText()).startsWith("another program: ");
        assertThat(printed.at("/same/program").asBoolean()).isFalse();
        Files.write(program, traced);
    }

    @Test
    void aStudyTellsItsPlanGoesOnWhereItFailedAndRunsNothingTwice() throws IOException {
        Path late = Files.writeString(dir.resolve("late"),
                "[ -e " + dir.resolve("there") + " ] || exit 3\nexec timeout 40 mpirun.openmpi \"$@\"\n");
        Path file = Files.writeString(dir.resolve("mappings.toml"),
                "signature = \"" + signature + "\"\n[[target]]\nname = \"at once\"\n"
                        + "command = \"timeout 40 mpirun.openmpi -np {ranks} {program}\"\n[[target]]\nname = "
                        + "\"late\"\ncommand = \"sh " + late + " -np {ranks} {program}\"\n");
        String folder = dir.resolve("study").toString();
        assertThat(run("study", file.toString(), "-o", folder, "--dry-run")).as(err.toString()).isZero();
        assertThat(out.toString()).containsPattern("(?m)^at once +1 +to run +")
                .containsPattern("(?m)^late +1 +to run +");
        assertThat(dir.resolve("study/at_once")).doesNotExist();
        assertThat(run("study", file.toString(), "-o", folder)).as(out.toString()).isEqualTo(1);
        assertThat(err.toString()).contains("1 of the study's runs failed; the first, \"late\"");
        assertThat(run("study", file.toString(), "-o", folder, "--dry-run", "--json")).isZero();
        PublishedSchemas.check(OutputFormat.STUDY_PLAN, out.toString());
        assertThat(new ObjectMapper().readTree(out.toString())).extracting(r -> r.get("state").asText())
                .containsExactly("done", "failed");

        Path first = dir.resolve("study/at_once/run-1/measured.json");
        String before = Files.getLastModifiedTime(first).toString();
        Files.createFile(dir.resolve("there"));
        assertThat(run("study", file.toString(), "-o", folder, "--retry-failed", "--json")).as(err.toString()).isZero();
        JsonNode result = new ObjectMapper().readTree(out.toString());
        assertThat(result.get("targets")).extracting(t -> t.get("target").asText())
                .containsExactlyInAnyOrder("at once", "late");
        assertThat(result.get("targets")).allSatisfy(t -> assertThat(t.get("mapping").asText()).isEqualTo("1 x 2"));
        assertThat(json(dir.resolve("study/study.json"))).isEqualTo(result);
        PublishedSchemas.check(OutputFormat.STUDY, result);
        PublishedSchemas.check(OutputFormat.MEASURED_SIGNATURE, first);
        assertThat(dir.resolve("study/study.png")).isNotEmptyFile();
        assertThat(run("study", file.toString(), "-o", folder)).isZero();
        assertThat(out.toString()).doesNotContain("measured in").contains("against ");
        assertThat(Files.getLastModifiedTime(first).toString()).isEqualTo(before);
    }
}
