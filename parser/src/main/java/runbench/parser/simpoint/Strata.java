package runbench.parser.simpoint;

import java.util.HashMap;
import java.util.Map;

/**
 * The strata of the intervals, made from clusters. Intervals far from their cluster's mean form a separate stratum.
 * Such intervals (the first of a phase, mixtures of two) are few, and their counts differ most. In a common stratum
 * they would be drawn too rarely to be detected.
 *
 * @param of stratum of each interval, from 0
 * @param spread root mean square distance of the intervals from their cluster's mean, per stratum
 */
record Strata(int[] of, double[] spread) {
    /** Minimum distance of an outlying interval, in units of the cluster's root mean square distance. */
    private static final double FAR = 2;

    private record Part(int cluster, boolean far) {}

    static Strata of(IntervalClusters clusters) {
        Map<Part, Integer> numbers = new HashMap<>();
        int n = clusters.of().length;
        int[] of = new int[n];
        double[] squares = new double[2 * clusters.count()];
        int[] sizes = new int[2 * clusters.count()];
        for (int i = 0; i < n; i++) {
            int c = clusters.of()[i];
            of[i] = numbers.computeIfAbsent(new Part(c, clusters.distance()[i] > FAR * clusters.spread()[c]),
                    p -> numbers.size());
            squares[of[i]] += clusters.distance()[i] * clusters.distance()[i];
            sizes[of[i]]++;
        }
        double[] spread = new double[numbers.size()];
        for (int h = 0; h < spread.length; h++) {
            spread[h] = Math.sqrt(squares[h] / sizes[h]);
        }
        return new Strata(of, spread);
    }

    int count() {
        return spread.length;
    }
}
