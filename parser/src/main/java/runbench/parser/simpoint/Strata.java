package runbench.parser.simpoint;

import java.util.HashMap;
import java.util.Map;

/**
 * Clusters as strata: what lies far from its cluster's mean is a stratum of its own. Such intervals (the first of a
 * phase, mixtures of two) are few, their counts differ most, and among the others they would be drawn too rarely to be
 * noticed.
 *
 * @param of stratum of each interval, from 0
 * @param spread of each stratum: root mean square distance of its intervals from their cluster's mean
 */
record Strata(int[] of, double[] spread) {
    /** In units of the cluster's root mean square distance. */
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
