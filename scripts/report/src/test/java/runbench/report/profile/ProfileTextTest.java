package runbench.report.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.BandwidthProfile.ProgressUnit;
import runbench.schedule.profile.BandwidthProfile.TrafficSource;
import runbench.schedule.profile.KeptProfile;
import runbench.schedule.profile.ProfileLibrary.LibraryEntry;
import runbench.schedule.profile.ProfileLibrary.StaleProfile;
import runbench.schedule.profile.ProfileOrigin;
import runbench.schedule.profile.ProfileOrigin.StepSource;
import runbench.schedule.profile.ProfileOrigin.TimeSource;
import runbench.schedule.profile.TrafficUnit;

/** Bandwidth profiles on a terminal. */
class ProfileTextTest {
    private static KeptProfile profile(StepSource steps, double held, double waiting) {
        return new KeptProfile(
                new BandwidthProfile("470.lbm", 2, TrafficUnit.BYTES_PER_SECOND, TrafficSource.MEMORY_FILLS,
                        ProgressUnit.INSTRUCTIONS,
                        List.of(new ProfileStep(1e9, 1, 2e9, waiting), new ProfileStep(2e9, 3, 6e9, waiting))),
                new ProfileOrigin("open:470.lbm - NOT SPEC", "a machine", "n1", "zen5", "2026-01-01T00:00:00Z", "ab12",
                        List.of(), "a formula", null, TimeSource.MEASURED, "measured", steps, 1, 2e10, 7e9, 0.1, held,
                        List.of("a reservation")));
    }

    private static String printed(KeptProfile kept, String above) {
        StringWriter out = new StringWriter();
        ProfileText.print(kept, above, new PrintWriter(out, true));
        return out.toString();
    }

    @Test
    void aProfileShowsTimeTrafficStepsAndReservations() {
        KeptProfile kept = profile(StepSource.CHANGE_POINTS, 0.9, 0.25);
        assertThat(printed(kept, ProfileText.above(kept, 8e9, "measured"))).contains("470.lbm: 4.00 s alone, 2 threads",
                "of the time waiting for memory", "open:470.lbm - NOT SPEC", "traffic: a formula",
                "2 steps between changes of the rates, which explain 90", "progress in instructions",
                "above half of the sustained bandwidth (", "75", "note: a reservation");
    }

    @Test
    void unknownSharesAreAbsent() {
        assertThat(printed(profile(StepSource.EQUAL_PARTS, Double.NaN, Double.NaN), null))
                .contains("2 equal steps; progress in instructions")
                .doesNotContain("waiting for memory", "explain", "sustained bandwidth");
    }

    @Test
    void theLibraryListsStaleShippedAndUnreadableProfiles() {
        StringWriter out = new StringWriter();
        LibraryEntry entry = new LibraryEntry(Path.of("lib", "470.lbm@zen5-ab12.json"),
                profile(StepSource.EQUAL_PARTS, 0.5, 0.1), true);
        Set<StaleProfile> stale = EnumSet.allOf(StaleProfile.class);
        ProfileText.list(List.of(entry), List.of(stale), Map.of(Path.of("bad.json"), "bad.json: not a profile"),
                Path.of("lib"), new PrintWriter(out, true));
        assertThat(out.toString()).contains("470.lbm@zen5-ab12",
                "stale: program rebuilt since; stale: of another processor; shipped with Runbench",
                "not read: bad.json: not a profile");
    }

    @Test
    void anEmptyLibraryStatesHowToCreateAProfile() {
        StringWriter out = new StringWriter();
        ProfileText.list(List.of(), List.of(), Map.of(), Path.of("lib"), new PrintWriter(out, true));
        assertThat(out.toString().strip())
                .isEqualTo("no profiles in lib; create one from a recorded run: runbench schedule profile RUN --store");
    }
}
