package runbench.parser.compare;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import runbench.parser.compare.Comparison.Pairing;

/** Interleaved pairs of runs on a machine that drifts and is disturbed at times; the same seed, the same runs. */
final class SimulatedRuns {
    static final Measurand SECONDS = Measurand.WALL;

    private final Random random;
    private final double noise;
    private double drift;

    final List<RunValues> a = new ArrayList<>();
    final List<RunValues> b = new ArrayList<>();

    /** @param noise standard deviation of the logarithm of one run, apart from the drift that pairs share */
    SimulatedRuns(long seed, double noise) {
        random = new Random(seed);
        this.noise = noise;
    }

    /** @param ratio of the true times, B/A */
    SimulatedRuns pairs(int upTo, double ratio) {
        while (a.size() < upTo) {
            drift += 0.003 * random.nextGaussian();
            long second = 10L * a.size();
            a.add(run("a", second, Math.exp(drift + error())));
            b.add(run("b", second + 5, ratio * Math.exp(drift + error())));
        }
        return this;
    }

    /** Longer tails than a normal distribution has: one run in twenty is disturbed three times as much. */
    private double error() {
        double scale = random.nextInt(20) == 0 ? 3 : 1;
        return scale * noise / Math.sqrt(1 + 8.0 / 20) * random.nextGaussian();
    }

    static RunValues run(String name, long second, double seconds) {
        return new RunValues(name + second, Instant.ofEpochSecond(second), Map.of(SECONDS, seconds), Map.of(),
                Map.of());
    }

    double[] seconds(List<RunValues> side) {
        return side.stream().mapToDouble(r -> r.values().get(SECONDS)).toArray();
    }

    Comparison compared() {
        return new Comparer(Pairing.of(a, b), 0.01, SECONDS.name()).compare("A", a, "B", b, null, List.of());
    }

    /** As a person does: ten pairs, and where they do not suffice as many more as are asked for, once. */
    Comparison asAsked(double ratio) {
        Comparison first = pairs(10, ratio).compared();
        Integer more = first.primary().runsMore();
        return more == null ? first : pairs(a.size() + more, ratio).compared();
    }
}
