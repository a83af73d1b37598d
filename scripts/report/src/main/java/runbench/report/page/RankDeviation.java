package runbench.report.page;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import runbench.base.stats.Statistics;

/**
 * A rank whose rates differ from those of the others for some time.
 *
 * @param rank place among the ranks
 * @param from first bin
 * @param to bin after the last one
 * @param relative (its mean - the others' median) / the others' median over these bins
 * @param weight severity: share of the run times relative , limited to 1
 */
record RankDeviation(int rank, int from, int to, double relative, double weight) {
    /** Minimum number of ranks for a meaningful median. */
    private static final int MIN_RANKS = 4;
    private static final int WINDOWS = 64;
    /** Minimum relative deviation of a finding, regardless of the scatter. */
    private static final double MIN_RELATIVE = 0.1;
    /** Limit of the relative deviation in the weight, so that a short burst does not outweigh a long slow period. */
    private static final double MAX_WINDOW_WEIGHT = 1;
    private static final double MIN_WEIGHT = 0.02;
    /**
     * Minimum distance in median absolute deviations; for normal scatter, fewer than one rank in a million exceeds it.
     */
    private static final double MIN_DISTANCE_MAD = 8;

    /**
     * Returns the most severe deviation of all ranks.
     *
     * @param means array of bins per rank; NaN means no samples, an empty array means no data
     */
    static Optional<RankDeviation> worst(List<double[]> means) {
        int bins = means.stream().mapToInt(m -> m.length).max().orElse(0);
        int windows = Math.min(WINDOWS, bins);
        if (windows == 0 || means.stream().filter(m -> m.length > 0).count() < MIN_RANKS) {
            return Optional.empty();
        }
        double[][] values = new double[means.size()][windows];
        for (int r = 0; r < values.length; r++) {
            for (int w = 0; w < windows; w++) {
                values[r][w] = mean(means.get(r), edge(w, windows, bins), edge(w + 1, windows, bins));
            }
        }
        double[][] distances = distances(values);
        RankDeviation worst = null;
        for (int r = 0; r < distances.length; r++) {
            RankDeviation own = longest(distances[r], r, bins);
            worst = own != null && (worst == null || own.weight > worst.weight) ? own : worst;
        }
        return Optional.ofNullable(worst);
    }

    private static int edge(int window, int windows, int bins) {
        return (int) ((long) window * bins / windows);
    }

    /**
     * Returns relative distances from the median of each window; 0 if they are within the scatter or negligible
     * compared with the typical rate of the run.
     */
    private static double[][] distances(double[][] values) {
        double usual = Statistics.medianOfSorted(
                Arrays.stream(values).flatMapToDouble(Arrays::stream).filter(Double::isFinite).sorted().toArray());
        double[][] distances = new double[values.length][values[0].length];
        for (int w = 0; w < values[0].length; w++) {
            int at = w;
            double[] column = Arrays.stream(values).mapToDouble(v -> v[at]).filter(Double::isFinite).sorted().toArray();
            double middle = Statistics.medianOfSorted(column);
            double scatter = Statistics
                    .medianOfSorted(Arrays.stream(column).map(v -> Math.abs(v - middle)).sorted().toArray());
            for (int r = 0; r < values.length && column.length >= MIN_RANKS && middle > 0; r++) {
                double distance = values[r][w] - middle;
                boolean far = Math.abs(distance) > MIN_DISTANCE_MAD * scatter
                        && Math.abs(distance) > MIN_RELATIVE * Math.max(middle, usual);
                distances[r][w] = far ? distance / middle : 0;
            }
        }
        return distances;
    }

    /** Returns the most severe sequence of windows on one side of the median. */
    private static RankDeviation longest(double[] distances, int rank, int bins) {
        RankDeviation best = null;
        for (int w = 0; w < distances.length;) {
            int end = w;
            double sum = 0;
            double weight = 0;
            while (end < distances.length && distances[end] != 0 && distances[end] > 0 == distances[w] > 0) {
                weight += Math.min(MAX_WINDOW_WEIGHT, Math.abs(distances[end])) / distances.length;
                sum += distances[end++];
            }
            if (weight >= MIN_WEIGHT && (best == null || weight > best.weight)) {
                best = new RankDeviation(rank, edge(w, distances.length, bins), edge(end, distances.length, bins),
                        sum / (end - w), weight);
            }
            w = Math.max(end, w + 1);
        }
        return best;
    }

    private static double mean(double[] values, int from, int to) {
        return values.length == 0 ? Double.NaN
                : Arrays.stream(values, from, to).filter(Double::isFinite).average().orElse(Double.NaN);
    }
}
