package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.parser.record.Kind;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.record.Zen5;
import runbench.schedule.contention.ContentionModel;
import runbench.schedule.contention.ContentionModelJson;
import runbench.schedule.profile.ProfileLibrary.LibraryEntry;
import runbench.schedule.profile.ProfileLibrary;
import runbench.schedule.profile.TrafficUnit;

@Tag("beside")
class ProfileCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path dir;

    private int profile(String... words) {
        return runbench(Stream.concat(Stream.of("schedule", "profile", "--library", dir.resolve("library").toString()),
                Stream.of(words)).toArray(String[]::new));
    }

    private int runbench(String... line) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), line);
    }

    /** Creates a recording of 10^9 instructions; half of them have 1,000 misses per million. */
    private Path emulated(Path folder) throws IOException {
        return emulated(folder, "403.gcc");
    }

    /**
     * @param benchmark name, with the run after a colon unless it is the default run
     */
    private Path emulated(Path folder, String benchmark) throws IOException {
        Files.createDirectories(folder);
        String[] words = benchmark.split(":");
        String metadata = Synthetic.metadata("emulated", 1_000_000, "instructions:emulated:0:0", "L2_MISS:emulated:0:1")
                .replace("\"axis\":\"run_time\"", "\"axis\":\"instructions\"")
                .replace("\"benchmark\":\"403.gcc\"", "\"benchmark\":\"" + words[0] + "\""
                        + (words.length > 1 ? ",\"run\":\"" + words[1] + "\"" : ""));
        RecordingWriter to = new RecordingWriter(folder.resolve("samples.rec"), 2, metadata);
        to.task(0, 4711, 4711, Kind.ALL_TASKS, 1);
        for (int i = 1; i <= 1000; i++) {
            to.sample(0, 0, 4711, 0, i, i * 1_000_000L, i * 1_000_000L, i * 1_000_000L, Math.min(i, 500) * 1000L);
        }
        to.end(Synthetic.trailer(1000));
        return folder;
    }

    @Test
    void aRunBecomesAProfileAChartAndAnEntryOfTheLibrary() throws IOException {
        Path folder = Files.createDirectories(dir.resolve("run"));
        Path recording = Zen5.open(folder, "memory-453.povray").path();
        assertThat(profile(recording.toString(), "--processor", "zen5", "--store", "--sustained", "20MB/s", "-q"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).isEmpty();
        assertThat(folder.resolve("profile.png")).isNotEmptyFile();
        PublishedSchemas.check(OutputFormat.BANDWIDTH_PROFILE, folder.resolve("profile.json"));
        LibraryEntry kept = new ProfileLibrary(dir.resolve("library"), dir.resolve("none"), "zen5")
                .get("453.povray@zen5");
        assertThat(kept.file()).hasSameTextualContentAs(folder.resolve("profile.json"));
        assertThat(profile("--list")).isZero();
        assertThat(out.toString()).contains(kept.id()).contains("shipped with Runbench");
        assertThat(profile("--list", "--json")).isZero();
        PublishedSchemas.check(OutputFormat.PROFILE_LIBRARY, out.toString());
    }

    @Test
    void emulatedRunsOfABatchTakeTheTimeOfTheOthers() throws IOException {
        Path batch = dir.resolve("batch");
        emulated(batch.resolve("403.gcc/20260131T021011Z"));
        Synthetic.run(Files.createDirectories(batch.resolve("403.gcc/20260131T031011Z")).resolve("samples.rec"), 4000,
                1, 3);
        assertThat(profile(batch.toString())).as(err.toString()).isZero();
        assertThat(out.toString()).contains("403.gcc: 4.0")
                .contains("20260131T031011Z/samples.rec, spread evenly over the instructions")
                .contains("no write-backs")
                .doesNotContain("no profile");
        JsonNode json = new ObjectMapper().readTree(batch.resolve("403.gcc/20260131T021011Z/profile.json").toFile());
        assertThat(json.at("/origin/time").asText()).isEqualTo("native_run");
        assertThat(json.at("/origin/total").asDouble()).isEqualTo(64.0 * 500_000);
    }

    /**
     * Checks that a batch becomes a library from which slowdowns are predicted. Regression: runs of other inputs
     * replaced the profile of the default run.
     */
    @Test
    void aBatchPredictsWhoSlowsWhom() throws IOException {
        Path batch = dir.resolve("batch");
        emulated(batch.resolve("403.gcc/1"));
        emulated(batch.resolve("403.gcc/2"), "403.gcc:tiny");
        String library = dir.resolve("library").toString();
        assertThat(profile(batch.toString(), "--clock-rate", "1GHz", "--store", "-q")).as(err.toString()).isZero();
        Path model = Files.writeString(dir.resolve("model.json"), ContentionModelJson.text(
                new ContentionModel("a test's", TrafficUnit.BYTES_PER_SECOND, 2, 80e6, 64e6, 0.3, 0.5, "stated")));
        assertThat(runbench("schedule", "interference", "--library", library, "--contention-model", model.toString(),
                "-o", dir.resolve("i.png").toString(), "--json", "403.gcc", "403.gcc:tiny")).as(err.toString())
                .isZero();
        PublishedSchemas.check(OutputFormat.INTERFERENCE, out.toString());
        JsonNode programs = new ObjectMapper().readTree(out.toString()).path("programs");
        assertThat(programs.get(0).at("/demand/stretches").asInt()).isGreaterThan(1);
        assertThat(programs.get(0).at("/demand/source").asText()).contains("403.gcc@").contains("step by step");
        assertThat(programs.get(1).at("/demand/source").asText()).contains("403.gcc_tiny@");
        Path workload = Files.writeString(dir.resolve("w.toml"), """
                cpus = 2
                sustained = 80e6
                [[program]]
                name = "a"
                profile = "403.gcc"
                [[program]]
                name = "b"
                profile = "403.gcc:tiny"
                """);
        assertThat(runbench("schedule", "simulate", workload.toString(), "--library", library, "-o",
                dir.resolve("s").toString())).as(err.toString()).isZero();
        assertThat(runbench("schedule", "interference", "--library", library, "--contention-model", model.toString(),
                "429.mcf")).isEqualTo(2);
        assertThat(err.toString()).contains("the library contains no bandwidth profile '429.mcf'");
    }

    @Test
    void whatCannotBeAProfileIsRefusedWithWhatToType() throws IOException {
        String emulated = emulated(dir.resolve("emulated")).toString();
        assertThat(profile(emulated)).isEqualTo(2);
        assertThat(err.toString()).contains("an emulated recording has no time").contains("--clock 3GHz");
        assertThat(profile(emulated, "--clock-rate", "fast")).isEqualTo(2);
        assertThat(err.toString()).contains("is no rate");
        assertThat(profile(emulated, "--time", emulated)).isEqualTo(2);
        assertThat(err.toString()).contains("was emulated itself");
        assertThat(profile(emulated, "--clock-rate", "1GHz", "--steps", "0")).isEqualTo(2);
        assertThat(profile()).isEqualTo(2);
        assertThat(err.toString()).contains("no run is named");
        assertThat(profile("--list", emulated)).isEqualTo(2);
        assertThat(profile(dir.resolve("absent").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("there is no such run");
        assertThat(profile(emulated, "--clock-rate", "1GHz", "--json")).as(err.toString()).isZero();
        assertThat(out.toString()).contains("\"time\" : \"stated_clock\"");
        PublishedSchemas.check(OutputFormat.BANDWIDTH_PROFILE, out.toString());
    }

    @Test
    void thoseThatComeWithTheProjectCanBeRead() {
        ProfileLibrary.Listing shipped = new ProfileLibrary(dir.resolve("none"),
                Path.of(System.getProperty("runbench.home", "..")).resolve("scripts/catalogue/profiles"), "zen5").all();
        assertThat(shipped.unreadable()).isEmpty();
        assertThat(shipped.entries()).isNotEmpty().allSatisfy(e -> {
            assertThat(e.id()).isEqualTo(e.kept().id());
            assertThat(e.kept().origin().label()).contains("NOT SPEC");
            PublishedSchemas.check(OutputFormat.BANDWIDTH_PROFILE, e.file());
        });
        assertThat(List.of("403.gcc", "453.povray"))
                .allSatisfy(name -> assertThat(shipped.entries()).anyMatch(e -> e.profile().name().equals(name)));
    }
}
