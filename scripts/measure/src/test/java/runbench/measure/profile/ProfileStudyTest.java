package runbench.measure.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.parser.record.Kind;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.schedule.profile.recorded.ProfileRequest;
import runbench.schedule.profile.recorded.ProfileRequest.TimeOfInstructions;

class ProfileStudyTest {
    @TempDir
    private Path dir;

    private final List<ProfileStudy.StoredProfile> stored = new ArrayList<>();

    /** Creates an emulated recording of 10^8 instructions that counts an event. */
    private Path emulated(String name, String event) throws IOException {
        Path folder = Files.createDirectories(dir.resolve("batch").resolve(name));
        String metadata = Synthetic
                .metadata("emulated", 1_000_000, "instructions:emulated:0:0", event + ":emulated:0:1")
                .replace("\"axis\":\"run_time\"", "\"axis\":\"instructions\"");
        RecordingWriter to = new RecordingWriter(folder.resolve("samples.rec"), 2, metadata);
        to.task(0, 4711, 4711, Kind.ALL_TASKS, 1);
        for (int i = 1; i <= 100; i++) {
            to.sample(0, 0, 4711, 0, i, i * 1_000_000L, i * 1_000_000L, i * 1_000_000L, i * 1000L);
        }
        to.end(Synthetic.trailer(100));
        return folder;
    }

    private ProfileStudy.Outcome run(Path file, Path... runs) throws IOException {
        ProfileRequest profile = new ProfileRequest(null, ProfileRequest.STEPS,
                Optional.of(TimeOfInstructions.ofClock(1e9)));
        return new ProfileStudy(ProgressDisplay.NONE).run(
                new ProfileStudy.Request(List.of(runs), null, profile, Optional.empty(), file, Optional.empty()),
                stored::add);
    }

    @Test
    void aRecordingWithoutTrafficDoesNotPreventTheProfilesOfTheOthers() throws IOException {
        Path good = emulated("403.gcc/1", "L2_MISS");
        Path bad = emulated("429.mcf/1", "L1D_ALL_REF");
        ProfileStudy.Outcome outcome = run(null, dir.resolve("batch"));
        assertThat(outcome.recordings()).isEqualTo(2);
        assertThat(outcome.stored()).isEqualTo(stored).hasSize(1);
        assertThat(stored.get(0).file()).isEqualTo(good.resolve("profile.json")).exists();
        assertThat(stored.get(0).chart()).isEqualTo(good.resolve("profile.png")).exists();
        assertThat(stored.get(0).entry()).isEmpty();
        assertThat(outcome.failures()).containsOnlyKeys(bad.resolve("samples.rec"));
    }

    @Test
    void theOnlyRecordingThrowsItsFailure() throws IOException {
        Path bad = emulated("429.mcf/1", "L1D_ALL_REF");
        assertThatThrownBy(() -> run(null, bad)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("no cache was emulated in this run");
    }

    @Test
    void aNamedFileIsForOneRecording() throws IOException {
        Path one = emulated("403.gcc/1", "L2_MISS");
        run(dir.resolve("named.json"), one);
        assertThat(stored.get(0).file()).isEqualTo(dir.resolve("named.json")).exists();
        assertThat(stored.get(0).chart()).isEqualTo(dir.resolve("named.png")).exists();
        emulated("403.gcc/2", "L2_MISS");
        assertThatThrownBy(() -> run(dir.resolve("named.json"), dir.resolve("batch")))
                .hasMessageContaining("these are 2 runs");
    }
}
