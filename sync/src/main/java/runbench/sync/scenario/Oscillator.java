package runbench.sync.scenario;

import java.util.SplittableRandom;

/** The lead of a node's clock over true time, relative to a whole offset: ns at a true time in ns. */
@FunctionalInterface
public interface Oscillator {
    double lead(long trueNanos);

    /** Returns a clock that is fast by {@code ppm} since {@code epochNanos}. */
    static Oscillator steady(double ppm, long epochNanos) {
        return t -> ppm * 1e-6 * (t - epochNanos);
    }

    /** Returns a clock with a sudden change of {@code nanos} at {@code atNanos}. */
    default Oscillator step(long atNanos, double nanos) {
        return t -> lead(t) + (t >= atNanos ? nanos : 0);
    }

    /**
     * Returns a clock whose frequency wanders about {@code ppm} as a mean-reverting (Ornstein-Uhlenbeck) process plus a
     * slow temperature cycle. It is integrated in steps of one second and linear in between.
     *
     * @param ppm mean frequency, ppm
     * @param wanderPpm standard deviation of the frequency, ppm
     * @param reversion time constant of the reversion, s
     * @param seconds duration from {@code epochNanos}, s
     * @param epochNanos begin, ns
     * @param seed seed of the random numbers
     */
    static Oscillator wandering(double ppm, double wanderPpm, double reversion, int seconds, long epochNanos,
            long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double keep = Math.exp(-1 / reversion);
        double kick = wanderPpm * Math.sqrt(1 - keep * keep);
        double[] lead = new double[seconds + 2];
        double deviation = wanderPpm * random.nextGaussian();
        double phase = random.nextDouble() * 2 * Math.PI;
        for (int s = 1; s < lead.length; s++) {
            double swing = 0.3 * wanderPpm * Math.sin(phase + 2 * Math.PI * s / 14400);
            lead[s] = lead[s - 1] + (deviation + swing) * 1e3;
            deviation = keep * deviation + kick * random.nextGaussian();
        }
        return t -> {
            double s = Math.min(Math.max(0, (t - epochNanos) * 1e-9), seconds);
            int below = (int) s;
            return ppm * 1e-6 * (t - epochNanos) + lead[below] + (s - below) * (lead[below + 1] - lead[below]);
        };
    }
}
