package runbench.schedule.workload;

import java.util.List;
import java.util.Optional;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.TrafficUnit;

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
}
