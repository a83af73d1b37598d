package runbench.measure.schedule;

import java.util.List;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.BandwidthProfile.ProgressUnit;

/**
 * The position of a running program in its profile. Progress is counted in instructions if both the profile and the
 * program have them. Otherwise running time is used, which overestimates the progress of a slowed program.
 */
final class ProfilePosition {
    private final BandwidthProfile profile;
    private final double whole;

    ProfilePosition(BandwidthProfile profile) {
        this.profile = profile;
        whole = profile.steps().stream().mapToDouble(ProfileStep::progress).sum();
    }

    /**
     * Returns the position.
     *
     * @param runNanos CPU time of all threads in ns
     * @param instructions instructions; null: not counted
     * @return position from 0 to the profile's end; repeated or longer runs stay at the end
     */
    double at(long runNanos, Long instructions) {
        if (profile.progressUnit() == ProgressUnit.INSTRUCTIONS && instructions != null) {
            return Math.min(instructions, whole);
        }
        double share = runNanos / 1e9 / Math.max(1, profile.threads()) / profile.aloneSeconds();
        return Math.min(1, share) * whole;
    }

    /** Returns the traffic from a position on. */
    double traffic(double progress) {
        return mean(progress, progress);
    }

    /** Returns the mean traffic over a span, weighted by the time that the program takes alone. */
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
