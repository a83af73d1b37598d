package runbench.measure.profile;

import java.nio.file.Path;
import java.util.Optional;
import runbench.schedule.profile.KeptProfile;
import runbench.schedule.profile.recorded.RecordedProfile;

/**
 * A bandwidth profile made from a run.
 *
 * @param recording the recording
 * @param reading the profile as read
 * @param limit sustained memory traffic of the machine that recorded; empty: unknown
 */
public record MadeProfile(Path recording, RecordedProfile.Reading reading, Optional<SustainedTraffic> limit) {
    public KeptProfile kept() {
        return reading.kept();
    }

    /** Returns a file next to the recording. */
    public Path beside(String name) {
        return recording.toAbsolutePath().resolveSibling(name);
    }
}
