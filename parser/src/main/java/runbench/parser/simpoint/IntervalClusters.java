package runbench.parser.simpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.hipparchus.clustering.CentroidCluster;
import org.hipparchus.clustering.Clusterable;
import org.hipparchus.clustering.KMeansPlusPlusClusterer;
import org.hipparchus.clustering.MultiKMeansPlusPlusClusterer;
import org.hipparchus.clustering.distance.EuclideanDistance;
import org.hipparchus.random.Well19937c;

/**
 * Clusters of similar intervals, by k-means. The number of clusters is the smallest whose BIC reaches
 * {@link #BIC_SHARE} of the range from the worst to the best (Pelleg and Moore 2000; SimPoint's criterion and
 * threshold). The seed is fixed: the same intervals always have the same clusters.
 *
 * @param clusterOfInterval cluster of each interval; 0 is the one that appears first
 * @param representative the interval nearest to the mean, per cluster
 * @param distance distance of each interval from its cluster's mean
 * @param spread root mean square distance of the intervals from their mean, per cluster
 */
record IntervalClusters(int[] clusterOfInterval, int[] representative, double[] distance, double[] spread) {
    private static final double BIC_SHARE = 0.9;
    private static final int[] NUMBERS = {1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 26, 30};
    private static final int TRIALS = 3;
    private static final int ITERATIONS = 50;
    private static final int SEED = 2036243;

    /** An interval in the form that the clustering library requires. */
    private record Point(int interval, double[] at) implements Clusterable {
        @Override
        public double[] getPoint() {
            return at;
        }
    }

    /**
     * Clusters the intervals.
     *
     * @param rows one row per interval, at least one
     */
    static IntervalClusters clusterOfInterval(double[][] rows) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < rows.length; i++) {
            points.add(new Point(i, rows[i]));
        }
        long different = Arrays.stream(rows).map(Arrays::hashCode).distinct().count();
        List<List<CentroidCluster<Point>>> tried = new ArrayList<>();
        List<Double> scores = new ArrayList<>();
        for (int k : NUMBERS) {
            if (k > 1 && k > different / 2) {
                break;
            }
            tried.add(clusters(points, k));
            scores.add(bic(tried.get(tried.size() - 1), rows.length, rows[0].length));
        }
        double best = scores.stream().max(Double::compare).orElseThrow();
        double worst = scores.stream().min(Double::compare).orElseThrow();
        int at = 0;
        while (scores.get(at) < worst + BIC_SHARE * (best - worst)) {
            at++;
        }
        return numbered(tried.get(at), rows.length);
    }

    private static List<CentroidCluster<Point>> clusters(List<Point> points, int k) {
        return new MultiKMeansPlusPlusClusterer<>(
                new KMeansPlusPlusClusterer<Point>(k, ITERATIONS, new EuclideanDistance(), new Well19937c(SEED)),
                TRIALS).cluster(points);
    }

    private static double square(Point p, CentroidCluster<Point> of) {
        double[] mean = of.getCenter().getPoint();
        double sum = 0;
        for (int d = 0; d < mean.length; d++) {
            sum += (p.at[d] - mean[d]) * (p.at[d] - mean[d]);
        }
        return sum;
    }

    private static double squares(CentroidCluster<Point> c) {
        return c.getPoints().stream().mapToDouble(p -> square(p, c)).sum();
    }

    /**
     * Returns the BIC of points that are normally distributed about their cluster's mean, with one variance for all
     * clusters.
     */
    private static double bic(List<CentroidCluster<Point>> clusters, double n, int columns) {
        double k = clusters.size();
        double variance = Math.max(1e-12,
                clusters.stream().mapToDouble(IntervalClusters::squares).sum() / (columns * Math.max(1, n - k)));
        double likelihood = -n * columns / 2 * Math.log(2 * Math.PI * variance) - columns * (n - k) / 2;
        for (CentroidCluster<Point> c : clusters) {
            double size = c.getPoints().size();
            likelihood += size > 0 ? size * Math.log(size / n) : 0;
        }
        return likelihood - k * (columns + 1) / 2 * Math.log(n);
    }

    private static IntervalClusters numbered(List<CentroidCluster<Point>> found, int n) {
        List<CentroidCluster<Point>> clusters = found.stream()
                .filter(c -> !c.getPoints().isEmpty())
                .sorted(Comparator
                        .comparingInt(c -> c.getPoints().stream().mapToInt(Point::interval).min().orElseThrow()))
                .toList();
        int[] of = new int[n];
        int[] representative = new int[clusters.size()];
        double[] distance = new double[n];
        double[] spread = new double[clusters.size()];
        for (int c = 0; c < clusters.size(); c++) {
            CentroidCluster<Point> cluster = clusters.get(c);
            double nearest = Double.POSITIVE_INFINITY;
            for (Point p : cluster.getPoints()) {
                of[p.interval] = c;
                distance[p.interval] = Math.sqrt(square(p, cluster));
                if (distance[p.interval] < nearest) {
                    nearest = distance[p.interval];
                    representative[c] = p.interval;
                }
            }
            spread[c] = Math.sqrt(squares(cluster) / cluster.getPoints().size());
        }
        return new IntervalClusters(of, representative, distance, spread);
    }

    int count() {
        return representative.length;
    }
}
