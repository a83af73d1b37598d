package runbench.sync.model;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.hipparchus.special.Erf;

/**
 * Decides when to synchronise again: as late as every node's prediction keeps a tolerance, except for a stated risk.
 * The policy learns each clock from the errors of its past predictions. Until enough of them are known, windows follow
 * in short intervals.
 */
public final class ResyncPolicy {
    /** Period to which {@link #RISK} refers, s. */
    public static final double HORIZON_SECONDS = 12 * 3600;
    /** Probability that a node's prediction exceeds the tolerance within {@link #HORIZON_SECONDS}. */
    public static final double RISK = 1e-3;
    private static final double MIN_INTERVAL_SECONDS = 30;
    private static final double MAX_INTERVAL_SECONDS = 2 * 3600;
    /** Largest factor between an observed interval and the next one. */
    private static final double MAX_GROWTH = 1.6;
    /**
     * Longest interval that is learned from, s. Beyond it, the growth with t^1.5 does not hold, because an oscillator
     * wanders about a mean.
     */
    private static final double MAX_LEARNED_SECONDS = MAX_GROWTH * MAX_INTERVAL_SECONDS;

    private final double toleranceNanos;
    private final double windowSeconds;
    private final Map<String, Node> nodes = new HashMap<>();

    /**
     * Creates a policy.
     *
     * @param toleranceNanos limit of every prediction's error, ns
     * @param windowSeconds duration of a window, s; predictions must hold until its end
     */
    public ResyncPolicy(double toleranceNanos, double windowSeconds) {
        this.toleranceNanos = toleranceNanos;
        this.windowSeconds = windowSeconds;
    }

    /** Adds a node's newest window. */
    public void add(String node, WindowModel window) {
        nodes.computeIfAbsent(node, n -> new Node()).add(window);
    }

    /** Returns the time from the end of the last window to the beginning of the next, s; the minimum over all nodes. */
    public double intervalSeconds() {
        return nodes.values().stream().mapToDouble(n -> n.interval).min().orElse(MIN_INTERVAL_SECONDS);
    }

    /** Returns the interval of one node, s. */
    public double intervalSeconds(String node) {
        Node known = nodes.get(node);
        return known == null ? MIN_INTERVAL_SECONDS : known.interval;
    }

    /** Returns whether a window is due this number of seconds after the last. */
    public boolean due(double seconds) {
        return seconds >= intervalSeconds();
    }

    private final class Node {
        private final Wander wander = new Wander();
        private WindowModel last;
        private double interval = MIN_INTERVAL_SECONDS;

        private void add(WindowModel now) {
            if (last != null && now.x0Nanos() > last.x0Nanos()) {
                double seconds = (now.x0Nanos() - last.x0Nanos()) * 1e-9;
                boolean sameCounter = last.ticks() == null || now.ticks() == null
                        || !last.ticks().differsFrom(now.ticks());
                if (sameCounter && last.hasKnownErrors() && now.hasKnownErrors() && seconds <= MAX_LEARNED_SECONDS) {
                    double measured = Math.hypot(predicted(last, seconds), now.errStatNanos());
                    wander.learn(seconds, last.predictionError(now), measured);
                    interval = longest(now, seconds);
                } else {
                    interval = MIN_INTERVAL_SECONDS;
                }
            }
            last = now;
        }

        private double longest(WindowModel from, double seen) {
            double seconds = Math.min(MAX_INTERVAL_SECONDS, MAX_GROWTH * seen);
            while (seconds > MIN_INTERVAL_SECONDS) {
                double whole = seconds + windowSeconds;
                if (wander.probabilityAbove(toleranceNanos, whole, predicted(from, whole)) <= RISK * whole
                        / HORIZON_SECONDS) {
                    return seconds;
                }
                seconds *= 0.95;
            }
            return MIN_INTERVAL_SECONDS;
        }

        private static double predicted(WindowModel from, double seconds) {
            return Math.hypot(from.errStatNanos(), from.slopeErr() * seconds * 1e9);
        }
    }

    /**
     * Probability distribution of one clock's wander. If a frequency is a random walk, a prediction's error is normal
     * with a standard deviation of {@code k * t^1.5} (Galleani, Sacerdote, Tavella, Zucca: A mathematical model for the
     * atomic clock error, Metrologia 40, 2003, section 3: the integral of a Wiener process has variance q t^3 / 3). The
     * class keeps a probability for each of {@value #STEPS} values of k. Few observations leave a long tail towards
     * large k, which a single best value would hide.
     */
    private static final class Wander {
        private static final int STEPS = 80;
        /**
         * Bounds of k, ns per s^1.5: 0.01 is an oven-controlled crystal, 10^4 is no clock. A cheap oscillator (0.5 ppm)
         * has 7.
         */
        private static final double MIN_K = 0.01;
        private static final double MAX_K = 1e4;
        /** Decay of an observation's weight per further observation; about 70 of them count. */
        private static final double WEIGHT_DECAY = 0.985;
        /** Likelihood density, per ns, of an error because the clock was set: once in 10^6, uniformly over a second. */
        private static final double SET_LIKELIHOOD = 1e-6 * 0.5e-9;

        private final double[] k = new double[STEPS];
        private final double[] logLikelihood = new double[STEPS];

        Wander() {
            for (int i = 0; i < STEPS; i++) {
                k[i] = MIN_K * Math.pow(MAX_K / MIN_K, i / (STEPS - 1.0));
            }
        }

        /**
         * Learns from one prediction.
         *
         * @param seconds duration of the prediction, s
         * @param errorNanos error of the prediction, ns
         * @param measuredNanos standard error from the measurements alone, ns
         */
        void learn(double seconds, double errorNanos, double measuredNanos) {
            for (int i = 0; i < STEPS; i++) {
                double variance = variance(i, seconds, measuredNanos);
                double normal = Math.exp(-errorNanos * errorNanos / (2 * variance)) / Math.sqrt(2 * Math.PI * variance);
                logLikelihood[i] = WEIGHT_DECAY * logLikelihood[i] + Math.log(normal + SET_LIKELIHOOD);
            }
        }

        /**
         * Returns the probability that a prediction over {@code seconds} has an error above {@code limitNanos} at its
         * end.
         */
        double probabilityAbove(double limitNanos, double seconds, double measuredNanos) {
            double most = Arrays.stream(logLikelihood).max().orElse(0);
            double total = 0;
            double beyond = 0;
            for (int i = 0; i < STEPS; i++) {
                double weight = Math.exp(logLikelihood[i] - most);
                total += weight;
                beyond += weight * Erf.erfc(limitNanos / Math.sqrt(2 * variance(i, seconds, measuredNanos)));
            }
            return beyond / total;
        }

        private double variance(int i, double seconds, double measuredNanos) {
            // Stamps are whole ns, so no variance is 0.
            return k[i] * k[i] * seconds * seconds * seconds + measuredNanos * measuredNanos + 1;
        }
    }
}
