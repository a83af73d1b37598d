package runbench.schedule.profile;

import java.util.Locale;
import runbench.schedule.profile.ProfileOrigin.ProfiledFile;

/** A profile of a recorded run, and where it comes from: what a profile's file holds. */
public record KeptProfile(BandwidthProfile profile, ProfileOrigin origin) {
    private static final int DIGITS = 8;

    /** All of the traffic over all of the time alone, in the profile's unit. */
    public double meanTraffic() {
        return profile.steps().stream().mapToDouble(s -> s.traffic() * s.aloneSeconds()).sum() / profile.aloneSeconds();
    }

    /** Share of the time alone in which the steps' traffic is above so much, 0..1. */
    public double shareAbove(double traffic) {
        return profile.steps().stream().filter(s -> s.traffic() > traffic).mapToDouble(ProfileStep::aloneSeconds).sum()
                / profile.aloneSeconds();
    }

    /** Share of the time alone that is spent waiting for memory, 0..1; NaN where that is not known of all of it. */
    public double meanWaiting() {
        return profile.steps().stream().mapToDouble(s -> s.waiting() * s.aloneSeconds()).sum() / profile.aloneSeconds();
    }

    /**
     * What the library calls it: benchmark, processor, source of the traffic, and the first digits of what ran, or of
     * the recording where nobody knows what ran. A profile of the same replaces it.
     */
    public String id() {
        String digest = origin.executables().stream().findFirst().map(ProfiledFile::sha256).orElse(origin.recording());
        return inFiles(profile.name()) + "@" + inFiles(origin.processor()) + "-"
                + profile.source().name().toLowerCase(Locale.ROOT).replace('_', '-') + "-"
                + digest.substring(0, Math.min(DIGITS, digest.length()));
    }

    private static String inFiles(String name) {
        return name.replaceAll("[^A-Za-z0-9._-]", "_");
    }
}
