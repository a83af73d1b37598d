package runbench.sync.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import runbench.base.stats.Statistics;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;

/**
 * The one-way delays of a recording, estimated as half of each round trip, and their means over different numbers of
 * exchanges ("ping-pongs"), with and without outliers. Source: Kobayashi, Ohkama, Fujiwara, "Design of real-time
 * logging system for PC cluster Clop", figure 6 and table 1. There, a round trip contains the time between receipt and
 * reply on the node; here it does not.
 */
public final class DelayStudy {
    /**
     * The means over sets of consecutive exchanges.
     *
     * @param count exchanges in a set
     * @param sets number of sets
     * @param mean mean of the sets' means, ns
     * @param lowest lowest mean of a set, ns
     * @param highest highest mean of a set, ns
     * @param meanKept mean of the sets' means without outliers, ns
     * @param lowestKept lowest mean of a set without outliers, ns
     * @param highestKept highest mean of a set without outliers, ns
     * @param outliers mean number of outliers in a set
     */
    public record Means(int count, int sets, double mean, double lowest, double highest, double meanKept,
            double lowestKept, double highestKept, double outliers) {}

    private final List<double[]> bursts = new ArrayList<>();
    private final double withinNanos;
    private int size;

    /**
     * Computes the delays.
     *
     * @param e the recording; exchanges without all stamps are skipped
     * @param stamps kind of stamps
     * @param withinNanos largest distance from the median of a set that is no outlier, ns
     */
    public DelayStudy(Exchanges e, Stamps stamps, double withinNanos) {
        this.withinNanos = withinNanos;
        for (int from = 0; from < e.size();) {
            int to = from;
            while (to < e.size() && e.burst(to) == e.burst(from)) {
                to++;
            }
            double[] delays = IntStream.range(from, to)
                    .filter(i -> e.has(stamps, i))
                    .mapToDouble(i -> delay(e, stamps, i))
                    .toArray();
            if (delays.length > 0) {
                bursts.add(delays);
                size += delays.length;
            }
            from = to;
        }
    }

    private static double delay(Exchanges e, Stamps stamps, int i) {
        // Doubles: the difference of two differences may exceed 64 bits if a clock was set in between.
        double onNode = e.stamp(stamps, 3, i) - e.stamp(stamps, 2, i);
        return (e.stamp(stamps, 4, i) - e.stamp(stamps, 1, i) - onNode) / 2;
    }

    /** Returns the number of delays. */
    public int size() {
        return size;
    }

    /** Returns all delays in ascending order, ns. */
    public double[] all() {
        return bursts.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
    }

    /**
     * Returns the variation of the delay, ns: the most frequent delay minus the smallest one. It is t_d of formula 3 in
     * Tinetti, Romero, De Giusti, "Synchronization of clocks for instrumentation in clusters", section 2.3.
     */
    public double variationNanos() {
        double[] sorted = all();
        return Statistics.mode(sorted) - sorted[0];
    }

    /**
     * Returns the time between two readings of the reference's clock, carried by such messages, that gives the rate of
     * another clock with an error of 1e-6, s: formula 4 of the same section.
     *
     * @param readNanos error of both readings by the resolution and the cost of the clock (t_get of formula 2), ns
     */
    public double secondsForMillionth(double readNanos) {
        return (readNanos + variationNanos()) * 1e-9 / 1e-6;
    }

    /**
     * Returns the sets of this many exchanges. Each begins with a burst, as a series of ping-pongs begins with a pause;
     * a set that is longer than a burst continues in the next ones.
     */
    List<double[]> sets(int count) {
        List<double[]> sets = new ArrayList<>();
        double[] set = new double[count];
        int n = 0;
        for (double[] burst : bursts) {
            int taken = Math.min(burst.length, count - n);
            System.arraycopy(burst, 0, set, n, taken);
            n += taken;
            if (n == count) {
                sets.add(set.clone());
                n = 0;
            }
        }
        return sets;
    }

    /** Returns the delays of the first set in ascending order, ns; empty if there are not enough exchanges. */
    public double[] sorted(int count) {
        List<double[]> sets = sets(count);
        return sets.isEmpty() ? new double[0] : Arrays.stream(sets.get(0)).sorted().toArray();
    }

    /**
     * Returns the means for each number of exchanges of which there is a set.
     *
     * @param counts numbers of exchanges, each at least 1
     */
    public List<Means> means(int... counts) {
        List<Means> means = new ArrayList<>();
        for (int count : counts) {
            List<double[]> sets = sets(count);
            if (!sets.isEmpty()) {
                means.add(means(count, sets));
            }
        }
        return means;
    }

    private Means means(int count, List<double[]> sets) {
        double[] all = sets.stream().mapToDouble(Statistics::mean).toArray();
        double[][] kept = sets.stream().map(this::withoutOutliers).toArray(double[][]::new);
        double[] keptMeans = Arrays.stream(kept).mapToDouble(Statistics::mean).toArray();
        double outliers = count - Arrays.stream(kept).mapToInt(k -> k.length).average().orElseThrow();
        return new Means(count, sets.size(), Statistics.mean(all), min(all), max(all), Statistics.mean(keptMeans),
                min(keptMeans), max(keptMeans), outliers);
    }

    /** Returns the delays near the median of a set; the median itself always remains. */
    private double[] withoutOutliers(double[] set) {
        double[] sorted = Arrays.stream(set).sorted().toArray();
        double median = sorted[(sorted.length - 1) / 2];
        return Arrays.stream(sorted).filter(d -> Math.abs(d - median) <= withinNanos).toArray();
    }

    private static double min(double[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }

    private static double max(double[] values) {
        return Arrays.stream(values).max().orElseThrow();
    }

    /** Returns the powers of two for which there is a set. */
    public int[] powersOfTwo() {
        return IntStream.iterate(1, n -> n <= size, n -> 2 * n).filter(n -> !sets(n).isEmpty()).toArray();
    }
}
