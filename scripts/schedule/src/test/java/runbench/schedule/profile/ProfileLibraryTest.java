package runbench.schedule.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.digest.Digests;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.BandwidthProfile.ProgressUnit;
import runbench.schedule.profile.BandwidthProfile.TrafficSource;
import runbench.schedule.profile.ProfileLibrary.StaleProfile;
import runbench.schedule.profile.ProfileOrigin.ProfiledFile;
import runbench.schedule.profile.ProfileOrigin.StepSource;
import runbench.schedule.profile.ProfileOrigin.TimeSource;

@Tag("beside")
class ProfileLibraryTest {
    @TempDir
    private Path dir;

    private static KeptProfile profile(String name, String processor, TrafficSource source, String started,
            List<ProfiledFile> ran) {
        return new KeptProfile(
                new BandwidthProfile(name, 2, TrafficUnit.BYTES_PER_SECOND, source, ProgressUnit.INSTRUCTIONS,
                        List.of(new ProfileStep(1e9, 0.5, 2e9, 0.25), new ProfileStep(2e9, 1.5, 6e9, Double.NaN))),
                new ProfileOrigin("open:" + name + " - NOT SPEC", "a machine", "node1", processor, started,
                        "ab12cd34ef", ran, "a formula", null, TimeSource.MEASURED, "measured", StepSource.CHANGE_POINTS,
                        1, 1e10, 7e9, 0.1, Double.NaN, List.of("a note")));
    }

    private ProfileLibrary library(String processor) {
        return new ProfileLibrary(dir.resolve("own"), dir.resolve("shipped"), processor);
    }

    /** Doubles of all magnitudes survive exactly, and unknown values stay unknown. */
    @Test
    void profilesSurviveTheirFile() {
        SplittableRandom random = new SplittableRandom(7);
        List<ProfileStep> steps = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            steps.add(new ProfileStep(Math.exp(random.nextDouble(-20, 50)), random.nextDouble() + Double.MIN_NORMAL,
                    random.nextDouble() * 1e11, i % 3 == 0 ? Double.NaN : random.nextDouble()));
        }
        KeptProfile other = profile("403.gcc", "zen5", TrafficSource.MEMORY_FILLS, "2026-01-31T02:10:11Z",
                List.of(new ProfiledFile("/usr/bin/cc1", "00ff")));
        KeptProfile kept = new KeptProfile(new BandwidthProfile("403.gcc", 3, TrafficUnit.TRANSACTIONS_PER_MICROSECOND,
                TrafficSource.RESCTRL, ProgressUnit.RUNNING_NANOS, steps), other.origin());
        Path file = dir.resolve("p.json");
        ProfileFiles.write(file, kept);
        assertThat(ProfileFiles.read(file)).isEqualTo(kept);
        PublishedSchemas.check(OutputFormat.BANDWIDTH_PROFILE, file);
    }

    @Test
    void profilesAreFoundByNameInTheDocumentedPreference() {
        ProfileLibrary library = library("zen5");
        Path emulated = library
                .keep(profile("470.lbm", "emulated", TrafficSource.EMULATED_MISSES, "2026-03-01T00:00:00Z", List.of()));
        library.keep(
                profile("470.lbm", "icelake", TrafficSource.MEMORY_CONTROLLERS, "2026-02-01T00:00:00Z", List.of()));
        assertThat(library.get("470.lbm").kept().origin().processor()).isEqualTo("icelake");
        library.keep(profile("470.lbm", "zen5", TrafficSource.MEMORY_FILLS, "2025-01-01T00:00:00Z",
                List.of(new ProfiledFile("/nowhere/lbm", "11"))));
        library.keep(profile("470.lbm", "zen5", TrafficSource.MEMORY_FILLS, "2025-06-01T00:00:00Z",
                List.of(new ProfiledFile("/nowhere/lbm", "22"))));
        assertThat(library.get("470.lbm").kept().origin().recordedUtc()).isEqualTo("2025-06-01T00:00:00Z");
        assertThat(library.get("470.lbm@emulated").file()).isEqualTo(emulated);
        assertThat(library.get("470.lbm@zen5-memory-fills-11").kept().origin().recordedUtc())
                .isEqualTo("2025-01-01T00:00:00Z");
        assertThat(library.get(emulated.toString()).profile().source()).isEqualTo(TrafficSource.EMULATED_MISSES);
        assertThat(library.find("470.lb")).isEmpty();
        assertThatThrownBy(() -> library.get("470.lmb")).isInstanceOf(RunbenchException.class)
                .satisfies(e -> assertThat(((RunbenchException) e).remedy().orElseThrow()).contains("470.lbm")
                        .contains("--store"));
    }

    @Test
    void theSameProgramReplacesItsProfileAndOwnOnesComeFirst() {
        ProfileLibrary shipped = new ProfileLibrary(dir.resolve("shipped"), dir.resolve("none"), "zen5");
        shipped.keep(profile("403.gcc", "zen5", TrafficSource.MEMORY_FILLS, "2026-03-01T00:00:00Z", List.of()));
        ProfileLibrary library = library("zen5");
        assertThat(library.get("403.gcc").shipped()).isTrue();
        library.keep(profile("403.gcc", "zen5", TrafficSource.MEMORY_FILLS, "2026-01-01T00:00:00Z", List.of()));
        library.keep(profile("403.gcc", "zen5", TrafficSource.MEMORY_FILLS, "2026-02-01T00:00:00Z", List.of()));
        assertThat(library.all().entries()).hasSize(2);
        assertThat(library.get("403.gcc").shipped()).isFalse();
        assertThat(library.get("403.gcc").kept().origin().recordedUtc()).isEqualTo("2026-02-01T00:00:00Z");
    }

    @Test
    void staleProfilesNameTheirReasons() throws IOException {
        Path program = Files.writeString(dir.resolve("program"), "the bytes that ran");
        ProfileLibrary library = library("zen5");
        library.keep(profile("own", "zen5", TrafficSource.MEMORY_FILLS, "2026-01-01T00:00:00Z",
                List.of(new ProfiledFile(program.toString(), Digests.of(program)))));
        library.keep(profile("far", "zen4", TrafficSource.MEMORY_FILLS, "2026-01-01T00:00:00Z",
                List.of(new ProfiledFile("/nowhere/far", "33"))));
        assertThat(library.stale(library.get("own"))).isEmpty();
        assertThat(library.stale(library.get("far"))).containsExactly(StaleProfile.OTHER_PROCESSOR);
        Files.writeString(program, "rebuilt since");
        assertThat(library.stale(library.get("own"))).containsExactly(StaleProfile.OTHER_BINARY);
    }

    /** A corrupt file does not prevent finding other profiles, and the listing states its error. */
    @Test
    void aCorruptFileIsReportedAndOthersAreFound() throws IOException {
        ProfileLibrary library = library("zen5");
        Path good = library
                .keep(profile("403.gcc", "zen5", TrafficSource.MEMORY_FILLS, "2026-01-01T00:00:00Z", List.of()));
        String text = Files.readString(good);
        Path cut = Files.writeString(good.resolveSibling("cut.json"), text.substring(0, text.length() / 2));
        Path other = Files.writeString(good.resolveSibling("other.json"),
                "{\"format\": \"runbench summary\", \"version\": 1}");
        Path later = Files.writeString(good.resolveSibling("later.json"),
                text.replace("\"version\" : 1", "\"version\" : 7"));
        Path standing = Files.writeString(good.resolveSibling("standing.json"),
                text.replace("\"alone_seconds\" : 0.5", "\"alone_seconds\" : 0"));
        Path unit = Files.writeString(good.resolveSibling("unit.json"), text.replace("\"B/s\"", "\"furlongs\""));
        assertThat(library.get("403.gcc").file()).isEqualTo(good);
        assertThat(library.all().unreadable()).containsOnlyKeys(cut, other, later, standing, unit);
        assertThat(library.all().unreadable().get(other)).contains("the format is not 'runbench bandwidth profile'");
        assertThat(library.all().unreadable().get(later)).contains("version 7").contains("reads version 1");
        assertThat(library.all().unreadable().get(standing)).contains("step 1 lacks");
        assertThat(library.all().unreadable().get(unit)).contains("furlongs");
        assertThatThrownBy(() -> library.find(cut.toString())).isInstanceOf(RunbenchException.class)
                .hasMessageContaining(cut.toString());
    }

    @Test
    void meansAreWeightedByTime() {
        KeptProfile kept = profile("403.gcc", "zen5", TrafficSource.MEMORY_FILLS, "", List.of());
        assertThat(kept.profile().aloneSeconds()).isEqualTo(2);
        assertThat(kept.meanTraffic()).isEqualTo(5e9);
        assertThat(kept.shareAbove(3e9)).isEqualTo(0.75);
        assertThat(kept.meanWaiting()).isNaN();
    }
}
