package runbench.schedule.profile;

import java.util.Locale;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.ProfileOrigin.ProfiledFile;

/**
 * A profile of a recorded run with its origin, as a profile file contains it.
 *
 * @param profile the profile
 * @param origin the recording and the method that produced it
 */
public record KeptProfile(BandwidthProfile profile, ProfileOrigin origin) {
    private static final int DIGEST_DIGITS = 8;

    /** Returns the mean traffic over the time alone, in the profile's unit. */
    public double meanTraffic() {
        return profile.steps().stream().mapToDouble(s -> s.traffic() * s.aloneSeconds()).sum() / profile.aloneSeconds();
    }

    /**
     * Returns the share of the time alone, 0..1, in which the steps' traffic exceeds a limit.
     *
     * @param traffic limit in the profile's unit
     */
    public double shareAbove(double traffic) {
        return profile.steps().stream().filter(s -> s.traffic() > traffic).mapToDouble(ProfileStep::aloneSeconds).sum()
                / profile.aloneSeconds();
    }

    /** Returns the share of the time alone, 0..1, that the program waits for memory; NaN if unknown for any part. */
    public double meanWaiting() {
        return profile.steps().stream().mapToDouble(s -> s.waiting() * s.aloneSeconds()).sum() / profile.aloneSeconds();
    }

    /**
     * Returns the name in the library: benchmark, processor, source of the traffic, and the first digits of the
     * executable's digest (or of the recording's, if the executable is unknown). A profile with the same name replaces
     * it.
     */
    public String id() {
        String digest = origin.executables().stream().findFirst().map(ProfiledFile::sha256).orElse(origin.recording());
        return fileName(profile.name()) + "@" + fileName(origin.processor()) + "-"
                + profile.source().name().toLowerCase(Locale.ROOT).replace('_', '-') + "-"
                + digest.substring(0, Math.min(DIGEST_DIGITS, digest.length()));
    }

    private static String fileName(String name) {
        return name.replaceAll("[^A-Za-z0-9._-]", "_");
    }
}
