package runbench.report.page;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A rank that for a while does something else than the others.
 *
 * @param rank place among the ranks
 * @param from first bin
 * @param to behind the last bin
 * @param relative (its mean - the others' median) / the others' median over these bins
 * @param weight share of the run, times |relative| up to 1: what it is ordered by
 */
record RankDeviation(int rank, int from, int to, double relative, double weight) {
    /** Fewer have no middle from which one could deviate. */
    private static final int FEWEST_RANKS = 4;
    private static final int WINDOWS = 64;
    /** Less is not worth a sentence, whatever the scatter. */
    private static final double WORTH_SAYING = 0.1;
    /** Beyond, a short burst would weigh more than a long slowness. */
    private static final double HEAVIEST = 1;
    private static final double LIGHTEST = 0.02;
    /** Median absolute deviations; of normally scattered ranks less than one in a million lies beyond. */
    private static final double FAR = 8;

    /**
     * The heaviest of all ranks' deviations.
     *
     * @param means one array of bins a rank; NaN: no samples; empty: nothing of it
     */
    static Optional<RankDeviation> worst(List<double[]> means) {
        int bins = means.stream().mapToInt(m -> m.length).max().orElse(0);
        int windows = Math.min(WINDOWS, bins);
        if (windows == 0 || means.stream().filter(m -> m.length > 0).count() < FEWEST_RANKS) {
            return Optional.empty();
        }
        double[][] values = new double[means.size()][windows];
        for (int r = 0; r < values.length; r++) {
            for (int w = 0; w < windows; w++) {
                values[r][w] = mean(means.get(r), edge(w, windows, bins), edge(w + 1, windows, bins));
            }
        }
        double[][] apart = apart(values);
        RankDeviation worst = null;
        for (int r = 0; r < apart.length; r++) {
            RankDeviation own = longest(apart[r], r, bins);
            worst = own != null && (worst == null || own.weight > worst.weight) ? own : worst;
        }
        return Optional.ofNullable(worst);
    }

    private static int edge(int window, int windows, int bins) {
        return (int) ((long) window * bins / windows);
    }

    /**
     * Relative distances from the median of each window; 0 where they are within the scatter, or nothing beside what
     * ranks do in the whole run.
     */
    private static double[][] apart(double[][] values) {
        double usual = median(
                Arrays.stream(values).flatMapToDouble(Arrays::stream).filter(Double::isFinite).sorted().toArray());
        double[][] apart = new double[values.length][values[0].length];
        for (int w = 0; w < values[0].length; w++) {
            int at = w;
            double[] column = Arrays.stream(values).mapToDouble(v -> v[at]).filter(Double::isFinite).sorted().toArray();
            double middle = median(column);
            double scatter = median(Arrays.stream(column).map(v -> Math.abs(v - middle)).sorted().toArray());
            for (int r = 0; r < values.length && column.length >= FEWEST_RANKS && middle > 0; r++) {
                double distance = values[r][w] - middle;
                boolean far = Math.abs(distance) > FAR * scatter
                        && Math.abs(distance) > WORTH_SAYING * Math.max(middle, usual);
                apart[r][w] = far ? distance / middle : 0;
            }
        }
        return apart;
    }

    /** The heaviest stretch of windows on one side of the others. */
    private static RankDeviation longest(double[] apart, int rank, int bins) {
        RankDeviation best = null;
        for (int w = 0; w < apart.length;) {
            int end = w;
            double sum = 0;
            double weight = 0;
            while (end < apart.length && apart[end] != 0 && apart[end] > 0 == apart[w] > 0) {
                weight += Math.min(HEAVIEST, Math.abs(apart[end])) / apart.length;
                sum += apart[end++];
            }
            if (weight >= LIGHTEST && (best == null || weight > best.weight)) {
                best = new RankDeviation(rank, edge(w, apart.length, bins), edge(end, apart.length, bins),
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

    private static double median(double[] sorted) {
        int n = sorted.length;
        return n == 0 ? Double.NaN : n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    }
}
