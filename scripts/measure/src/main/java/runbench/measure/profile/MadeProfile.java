package runbench.measure.profile;

import java.nio.file.Path;
import java.util.Optional;
import runbench.schedule.profile.KeptProfile;
import runbench.schedule.profile.recorded.RecordedProfile;

/**
 * A profile that was made of a run.
 *
 * @param recording it was made of
 * @param limit what memory carries, where that is known of the machine that recorded
 */
public record MadeProfile(Path recording, RecordedProfile.Reading reading, Optional<SustainedTraffic> limit) {
    public KeptProfile kept() {
        return reading.kept();
    }

    /** A file beside the recording. */
    public Path beside(String name) {
        return recording.toAbsolutePath().resolveSibling(name);
    }
}
