package runbench.sync.model;

import java.util.Arrays;
import org.hipparchus.special.Erf;

/**
 * Probability distribution of one clock's wander. If a frequency is a random walk, a prediction's error is normal
 * with a standard deviation of {@code k * t^1.5} (Galleani, Sacerdote, Tavella, Zucca: A mathematical model for the
 * atomic clock error, Metrologia 40, 2003, section 3: the integral of a Wiener process has variance q t^3 / 3). The
 * class keeps a probability for each of {@value #STEPS} values of k. Few observations leave a long tail towards
 * large k, which a single best value would hide.
 */
final class Wander {
    private static final int STEPS = 80;
    /**
     * Bounds of k, ns per s^1.5: 0.01 is an oven-controlled crystal, 10^4 is no clock. A cheap oscillator (0.5 ppm)
     * has 7.
     */
    private static final double LEAST = 0.01;
    private static final double MOST = 1e4;
    /** Decay of an observation's weight per further observation; about 70 of them count. */
    private static final double MEMORY = 0.985;
    /** Likelihood density, per ns, of an error because the clock was set: once in 10^6, uniformly over a second. */
    private static final double SET = 1e-6 * 0.5e-9;

    private final double[] k = new double[STEPS];
    private final double[] logLikelihood = new double[STEPS];

    Wander() {
        for (int i = 0; i < STEPS; i++) {
            k[i] = LEAST * Math.pow(MOST / LEAST, i / (STEPS - 1.0));
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
            logLikelihood[i] = MEMORY * logLikelihood[i] + Math.log(normal + SET);
        }
    }

    /**
     * Returns the probability that a prediction over {@code seconds} has an error above {@code limitNanos} at its
     * end.
     */
    double exceeds(double limitNanos, double seconds, double measuredNanos) {
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
