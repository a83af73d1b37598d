package runbench.schedule.workload;

import java.util.List;
import java.util.Optional;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.TrafficUnit;

/**
 * What the table of a program says of its traffic: a profile, steps, or a mean that it swings about. Keys that would
 * have no effect are refused.
 */
final class TrafficTable {
    private static final double MOST = 1e15;
    private static final double LEAST_SECONDS = 1e-9;
    private static final int MOST_STEPS = 10_000_000;
    private static final int MOST_THREADS = 4096;

    private final ProfileFinder profiles;
    private final TrafficUnit unit;

    TrafficTable(ProfileFinder profiles, TrafficUnit unit) {
        this.profiles = profiles;
        this.unit = unit;
    }

    /** Empty for a program that is only to be run. */
    Optional<BandwidthProfile> profile(WorkloadTable t, String name) {
        if (t.has("profile")) {
            t.without("a profile", "traffic", "steps", "seconds", "waiting", "swing", "dwell", "seed", "repeat");
            return Optional.of(profiles.find(t.text("profile", "")).in(unit));
        }
        int threads = threads(t, 1);
        double waiting = t.number("waiting", Double.NaN, 0, 1);
        if (t.has("steps")) {
            t.without("steps", "traffic", "seconds", "swing", "dwell", "seed");
            List<double[]> steps = t.pairs("steps", LEAST_SECONDS, MOST);
            return Optional.of(StatedTraffic.repeated(name, threads, unit, steps,
                    t.whole("repeat", 1, 1, MOST_STEPS / steps.size()), waiting));
        }
        if (!t.has("traffic")) {
            if (t.has("command") || t.has("benchmark")) {
                t.without("nothing of its traffic", "seconds", "waiting", "swing", "dwell", "seed", "repeat");
                return Optional.empty();
            }
            throw t.error("it says nothing of its traffic")
                    .remedy("write seconds = 60 and traffic = 12.5 (of all threads, alone), or profile = \"470.lbm\"");
        }
        t.without("traffic", "repeat");
        double seconds = t.number("seconds", Double.NaN, LEAST_SECONDS, MOST);
        if (Double.isNaN(seconds)) {
            throw t.error("it does not say how long it takes alone").remedy("write seconds = 60");
        }
        double traffic = t.number("traffic", 0, 0, MOST);
        if (!t.has("swing")) {
            t.without("no swing", "dwell", "seed");
            return Optional.of(StatedTraffic.steady(name, threads, unit, seconds, traffic, waiting));
        }
        double dwell = t.number("dwell", 0.2, LEAST_SECONDS, MOST);
        if (seconds / dwell > MOST_STEPS) {
            throw t.error("dwell = " + dwell + " gives more than " + MOST_STEPS + " steps")
                    .remedy("write a longer dwell");
        }
        return Optional.of(StatedTraffic.jumping(name, threads, unit, seconds, traffic, waiting,
                t.number("swing", 0, 0, 1), dwell, t.seed("seed", 1)));
    }

    int threads(WorkloadTable t, int otherwise) {
        return t.whole("threads", otherwise, 1, MOST_THREADS);
    }
}
