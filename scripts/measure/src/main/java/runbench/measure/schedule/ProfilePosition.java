package runbench.measure.schedule;

import java.util.List;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.BandwidthProfile.ProgressUnit;

/**
 * Where in its profile a program stands. Progress is counted in instructions where both the profile and the program
 * have them; running time stands in for it otherwise, and goes ahead of the true progress while the program is slowed.
 */
final class ProfilePosition {
    private final BandwidthProfile profile;
    private final double whole;

    ProfilePosition(BandwidthProfile profile) {
        this.profile = profile;
        whole = profile.steps().stream().mapToDouble(ProfileStep::progress).sum();
    }

    /**
     * @param runNanos CPU time of all its threads
     * @param instructions null where they are not counted
     * @return from 0 to the profile's end; what repeats or takes longer stays at its end
     */
    double at(long runNanos, Long instructions) {
        if (profile.progressUnit() == ProgressUnit.INSTRUCTIONS && instructions != null) {
            return Math.min(instructions, whole);
        }
        double share = runNanos / 1e9 / Math.max(1, profile.threads()) / profile.aloneSeconds();
        return Math.min(1, share) * whole;
    }

    /** What it asks for from there on. */
    double traffic(double progress) {
        return mean(progress, progress);
    }

    /** Mean over a stretch, by the time that it takes alone. */
    double mean(double from, double to) {
        List<ProfileStep> steps = profile.steps();
        double begin = 0;
        double seconds = 0;
        double traffic = 0;
        for (ProfileStep s : steps) {
            double end = begin + s.progress();
            double part = (Math.min(end, to) - Math.max(begin, from)) / s.progress();
            if (part > 0) {
                seconds += part * s.aloneSeconds();
                traffic += part * s.aloneSeconds() * s.traffic();
            }
            if (to <= from && from < end) {
                return s.traffic();
            }
            begin = end;
        }
        return seconds > 0 ? traffic / seconds : steps.get(steps.size() - 1).traffic();
    }
}
