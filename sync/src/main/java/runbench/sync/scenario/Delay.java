package runbench.sync.scenario;

import java.util.random.RandomGenerator;

/** A distribution of delays, ns. */
@FunctionalInterface
public interface Delay {
    double draw(RandomGenerator random);

    static Delay constant(double nanos) {
        return random -> nanos;
    }

    static Delay exponential(double meanNanos) {
        return random -> random.nextExponential() * meanNanos;
    }

    /**
     * Returns a heavy-tailed distribution: P(delay > d) = (scale / (scale + d))^shape (Lomax, a Pareto that begins
     * at 0).
     */
    static Delay pareto(double scaleNanos, double shape) {
        return random -> scaleNanos * (Math.pow(1 - random.nextDouble(), -1 / shape) - 1);
    }

    /** Returns |N(0, sigma)|, the noise of a quiet machine above its minimum. */
    static Delay halfNormal(double sigmaNanos) {
        return random -> Math.abs(random.nextGaussian() * sigmaNanos);
    }

    /** Returns {@code this} plus, with the given probability, {@code other}. */
    default Delay sometimes(double probability, Delay other) {
        return random -> draw(random) + (random.nextDouble() < probability ? other.draw(random) : 0);
    }

    default Delay plus(Delay other) {
        return random -> draw(random) + other.draw(random);
    }
}
