package runbench.schedule.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.ProfileStep;
import runbench.schedule.profile.ProgressUnit;
import runbench.schedule.profile.TrafficSource;
import runbench.schedule.profile.TrafficUnit;

/** Profiles of programs of which a person says what they ask of memory. */
final class StatedTraffic {
    private static final double NANOS = 1e9;

    private StatedTraffic() {
    }

    /** The same traffic all along. @param waiting NaN where not stated */
    static BandwidthProfile steady(String name, int threads, TrafficUnit unit, double seconds, double traffic,
            double waiting) {
        return profile(name, threads, unit, List.of(step(seconds, traffic, waiting)));
    }

    /**
     * Traffic that jumps, irregularly: each level lasts a time drawn from an exponential distribution and lies anywhere
     * within {@code swing} about the mean, which the whole then has exactly.
     *
     * @param swing from 0 to 1, share of the mean
     * @param dwell mean time at a level, seconds alone
     */
    static BandwidthProfile jumping(String name, int threads, TrafficUnit unit, double seconds, double traffic,
            double waiting, double swing, double dwell, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<double[]> drawn = new ArrayList<>();
        double all = 0;
        double moved = 0;
        while (all < seconds) {
            double lasts = Math.min(seconds - all, Math.max(dwell / 100, -dwell * Math.log(1 - random.nextDouble())));
            double at = 1 + swing * (2 * random.nextDouble() - 1);
            drawn.add(new double[]{lasts, at});
            all += lasts;
            moved += lasts * at;
        }
        double scale = traffic * all / moved;
        return profile(name, threads, unit, drawn.stream().map(d -> step(d[0], d[1] * scale, waiting)).toList());
    }

    /** The same steps again and again. @param steps seconds alone, traffic */
    static BandwidthProfile repeated(String name, int threads, TrafficUnit unit, List<double[]> steps, int times,
            double waiting) {
        List<ProfileStep> all = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            steps.forEach(s -> all.add(step(s[0], s[1], waiting)));
        }
        return profile(name, threads, unit, all);
    }

    private static ProfileStep step(double seconds, double traffic, double waiting) {
        return new ProfileStep(seconds * NANOS, seconds, traffic, waiting);
    }

    private static BandwidthProfile profile(String name, int threads, TrafficUnit unit, List<ProfileStep> steps) {
        return new BandwidthProfile(name, threads, unit, TrafficSource.STATED, ProgressUnit.RUNNING_NANOS, steps);
    }
}
