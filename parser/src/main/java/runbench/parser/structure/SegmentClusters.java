package runbench.parser.structure;

import java.util.Arrays;

/**
 * Clusters of similar segments. Each step joins the two clusters with the smallest increase of variance (Ward). The
 * number of clusters is the smallest whose BIC reaches {@link #BIC_SHARE} of the range from the worst to the best BIC,
 * which is SimPoint's criterion.
 */
final class SegmentClusters {
    static final int MAX_CLUSTERS = 10;
    static final double BIC_SHARE = 0.9;

    private final double[][] values;
    private final int columns;
    private final int[] starts;
    private final double[] weight;
    /** Mean of each cluster and column. */
    private final double[][] mean;
    /** Sum of squared differences from the mean, over all columns. */
    private final double[] within;
    private final int[] cluster;

    private SegmentClusters(double[][] values, int[] starts) {
        this.values = values;
        this.starts = starts;
        columns = values.length;
        int n = starts.length;
        weight = new double[n];
        mean = new double[n][columns];
        within = new double[n];
        cluster = new int[n];
        for (int s = 0; s < n; s++) {
            cluster[s] = s;
            int end = s + 1 < n ? starts[s + 1] : values[0].length;
            weight[s] = end - starts[s];
            for (int c = 0; c < columns; c++) {
                for (int i = starts[s]; i < end; i++) {
                    mean[s][c] += values[c][i] / weight[s];
                }
                for (int i = starts[s]; i < end; i++) {
                    double d = values[c][i] - mean[s][c];
                    within[s] += d * d;
                }
            }
        }
    }

    /**
     * Returns the cluster of each segment. Cluster 0 is the one that appears first.
     *
     * @param values values per column and bin
     * @param starts first bins of the segments
     */
    static int[] of(double[][] values, int[] starts) {
        return new SegmentClusters(values, starts).clusters();
    }

    private int[] clusters() {
        int n = starts.length;
        int[][] at = new int[MAX_CLUSTERS + 1][];
        double[] score = new double[MAX_CLUSTERS + 1];
        Arrays.fill(score, Double.NaN);
        double[][] costs = new double[n][n];
        boolean[] alive = new boolean[n];
        Arrays.fill(alive, true);
        for (int a = 0; a < n; a++) {
            for (int b = a + 1; b < n; b++) {
                costs[a][b] = cost(a, b);
            }
        }
        for (int k = n; k >= 1; k--) {
            if (k <= MAX_CLUSTERS) {
                at[k] = cluster.clone();
                score[k] = bic(alive, k);
            }
            if (k > 1) {
                joinNearest(alive, costs);
            }
        }
        double best = Arrays.stream(score).filter(Double::isFinite).max().orElse(0);
        double worst = Arrays.stream(score).filter(Double::isFinite).min().orElse(0);
        for (int k = 1; k <= Math.min(MAX_CLUSTERS, n); k++) {
            if (score[k] >= worst + BIC_SHARE * (best - worst)) {
                return inOrderOfAppearance(at[k]);
            }
        }
        throw new IllegalStateException("no number of clusters reaches its own best");
    }

    private double cost(int a, int b) {
        double distance = 0;
        for (int c = 0; c < columns; c++) {
            double d = mean[a][c] - mean[b][c];
            distance += d * d;
        }
        return distance * weight[a] * weight[b] / (weight[a] + weight[b]);
    }

    private void joinNearest(boolean[] alive, double[][] costs) {
        int a = -1;
        int b = -1;
        for (int i = 0; i < alive.length; i++) {
            for (int j = i + 1; alive[i] && j < alive.length; j++) {
                if (alive[j] && (a < 0 || costs[i][j] < costs[a][b])) {
                    a = i;
                    b = j;
                }
            }
        }
        double both = weight[a] + weight[b];
        within[a] += within[b] + costs[a][b];
        for (int c = 0; c < columns; c++) {
            mean[a][c] = (mean[a][c] * weight[a] + mean[b][c] * weight[b]) / both;
        }
        weight[a] = both;
        alive[b] = false;
        for (int s = 0; s < cluster.length; s++) {
            cluster[s] = cluster[s] == b ? a : cluster[s];
        }
        for (int i = 0; i < alive.length; i++) {
            if (alive[i] && i != a) {
                costs[Math.min(a, i)][Math.max(a, i)] = cost(a, i);
            }
        }
    }

    /**
     * Returns the BIC of bins that are normal about their cluster's mean with one common variance (Pelleg and Moore
     * 2000).
     */
    private double bic(boolean[] alive, int k) {
        double n = values[0].length;
        double squares = 0;
        double likelihood = 0;
        for (int a = 0; a < alive.length; a++) {
            if (alive[a]) {
                squares += within[a];
                likelihood += weight[a] * Math.log(weight[a] / n);
            }
        }
        double variance = Math.max(1e-9, squares / (columns * Math.max(1, n - k)));
        likelihood -= n * columns / 2 * Math.log(2 * Math.PI * variance) + columns * (n - k) / 2;
        return likelihood - k * (columns + 1) / 2.0 * Math.log(n);
    }

    private static int[] inOrderOfAppearance(int[] clusters) {
        int[] order = new int[clusters.length];
        int[] out = new int[clusters.length];
        Arrays.fill(order, -1);
        int next = 0;
        for (int s = 0; s < clusters.length; s++) {
            if (order[clusters[s]] < 0) {
                order[clusters[s]] = next++;
            }
            out[s] = order[clusters[s]];
        }
        return out;
    }
}
