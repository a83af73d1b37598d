package runbench.schedule.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.BandwidthProfile.ProgressUnit;
import runbench.schedule.profile.BandwidthProfile.TrafficSource;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.workload.WorkloadFile.ProfileFinder;

/**
 * Reads the traffic of a program from its table: a profile, steps, or a mean with a swing. It rejects keys that would
 * have no effect.
 */
final class TrafficTable {
    private static final double MAX_VALUE = 1e15;
    private static final double MIN_SECONDS = 1e-9;
    private static final int MAX_STEPS = 10_000_000;
    private static final int MAX_THREADS = 4096;

    private final ProfileFinder profiles;
    private final TrafficUnit unit;

    TrafficTable(ProfileFinder profiles, TrafficUnit unit) {
        this.profiles = profiles;
        this.unit = unit;
    }

    /** Returns the profile; empty for a program that can only run live. */
    Optional<BandwidthProfile> profile(WorkloadTable t, String name) {
        if (t.has("profile")) {
            t.without("a profile", "traffic", "steps", "seconds", "waiting", "swing", "dwell", "seed", "repeat");
            return Optional.of(profiles.find(t.text("profile", "")).in(unit));
        }
        int threads = threads(t, 1);
        double waiting = t.number("waiting", Double.NaN, 0, 1);
        if (t.has("steps")) {
            t.without("steps", "traffic", "seconds", "swing", "dwell", "seed");
            List<double[]> steps = t.pairs("steps", MIN_SECONDS, MAX_VALUE);
            return Optional.of(StatedTraffic.repeated(name, threads, unit, steps,
                    t.whole("repeat", 1, 1, MAX_STEPS / steps.size()), waiting));
        }
        if (!t.has("traffic")) {
            if (t.has("command") || t.has("benchmark")) {
                t.without("no traffic", "seconds", "waiting", "swing", "dwell", "seed", "repeat");
                return Optional.empty();
            }
            throw t.error("it does not state its traffic")
                    .remedy("write seconds = 60 and traffic = 12.5 (of all threads, alone), or profile = \"470.lbm\"");
        }
        t.without("traffic", "repeat");
        double seconds = t.number("seconds", Double.NaN, MIN_SECONDS, MAX_VALUE);
        if (Double.isNaN(seconds)) {
            throw t.error("it does not state its time alone").remedy("write seconds = 60");
        }
        double traffic = t.number("traffic", 0, 0, MAX_VALUE);
        if (!t.has("swing")) {
            t.without("no swing", "dwell", "seed");
            return Optional.of(StatedTraffic.steady(name, threads, unit, seconds, traffic, waiting));
        }
        double dwell = t.number("dwell", 0.2, MIN_SECONDS, MAX_VALUE);
        if (seconds / dwell > MAX_STEPS) {
            throw t.error("dwell = " + dwell + " gives more than " + MAX_STEPS + " steps")
                    .remedy("write a longer dwell");
        }
        return Optional.of(StatedTraffic.jumping(name, threads, unit, seconds, traffic, waiting,
                t.number("swing", 0, 0, 1), dwell, t.seed("seed", 1)));
    }

    int threads(WorkloadTable t, int otherwise) {
        return t.whole("threads", otherwise, 1, MAX_THREADS);
    }

    /** Creates profiles from traffic that a workload file states. */
    static final class StatedTraffic {
        private static final double NANOS = 1e9;

        private StatedTraffic() {
        }

        /**
         * Returns a profile with constant traffic.
         *
         * @param waiting share of the time that the program waits for memory; NaN if not stated
         */
        static BandwidthProfile steady(String name, int threads, TrafficUnit unit, double seconds, double traffic,
                double waiting) {
            return profile(name, threads, unit, List.of(step(seconds, traffic, waiting)));
        }

        /**
         * Returns a profile with random jumps. Each level has a duration from an exponential distribution and a value
         * within {@code swing} of the mean; the mean of the whole is exact.
         *
         * @param swing deviation as a share of the mean, 0..1
         * @param dwell mean time at a level, seconds alone
         */
        static BandwidthProfile jumping(String name, int threads, TrafficUnit unit, double seconds, double traffic,
                double waiting, double swing, double dwell, long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            List<double[]> drawn = new ArrayList<>();
            double all = 0;
            double moved = 0;
            while (all < seconds) {
                double lasts = Math.min(seconds - all,
                        Math.max(dwell / 100, -dwell * Math.log(1 - random.nextDouble())));
                double at = 1 + swing * (2 * random.nextDouble() - 1);
                drawn.add(new double[]{lasts, at});
                all += lasts;
                moved += lasts * at;
            }
            double scale = traffic * all / moved;
            return profile(name, threads, unit, drawn.stream().map(d -> step(d[0], d[1] * scale, waiting)).toList());
        }

        /**
         * Returns a profile that repeats the same steps.
         *
         * @param steps pairs of seconds alone and traffic
         * @param times number of repetitions
         */
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
}
