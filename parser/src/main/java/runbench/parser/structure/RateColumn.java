package runbench.parser.structure;

import java.util.Arrays;
import java.util.List;
import runbench.base.stats.Statistics;
import runbench.parser.series.BinnedCounts;

/**
 * The rate of one event over a run: counts and measured lengths in fine bins, and logarithms of rates in coarser bins.
 * On the logarithmic scale a factor is a difference, and the rates 0, 39 and 390,000 per second keep their distances.
 * The variance of a logarithm follows from the counts, so small counts are small evidence.
 */
final class RateColumn {
    /** Number of bins of logarithms above which they are widened; it bounds the time of the search. */
    private static final int MAX_BINS = 4096;
    /**
     * Maximum width of a bin of the search, fine bins; it lets levels of 48 samples remain visible in the longest runs.
     */
    private static final int MAX_WIDTH = 8;
    private static final int MIN_BINS = 60;
    /** Minimum share of bins with counts; below it the bins are widened. */
    private static final double MIN_COUNTED_SHARE = 0.8;
    /** Count that an empty bin stands for. */
    private static final double EMPTY = 0.5;
    /** Minimum standard deviation of a logarithm; smaller differences between bins are ignored. */
    private static final double MIN_NOISE = 0.01;

    /** Maximum share of the time in which a multiplexed event was counted. */
    private static final double MAX_SHARE_OF_MULTIPLEXED = 0.95;
    /** Minimum number of windows in which a multiplexed event was counted. */
    private static final int MIN_WINDOWS = 3;
    /** Minimum number of rotations of an interval for the mean rate of a multiplexed event. */
    private static final int MIN_ROTATIONS = 2;
    /**
     * Minimum factor that single windows of a multiplexed event can show: at the borders of its windows an event
     * appears at down to half its rate.
     */
    private static final double MULTIPLEXED_FACTOR = Math.log(2.5);

    private final int index;
    private final int rotation;
    private final boolean fine;
    private final double minFactor;
    private final int minWidth;
    private final double[] counts;
    private final double[] lengths;
    private final int grain;
    private final double[] logs;
    private final double[] weights;

    /**
     * @param index number of the event among all counted events
     * @param rotation length of a rotation of multiplexed events, fine bins; 0 if the event was counted all the time
     * @param fine whether the bins are shorter than a rotation
     * @param minFactor minimum visible factor between rates, as a logarithm
     */
    private RateColumn(int index, BinnedCounts of, int rotation, boolean fine, double minFactor) {
        this.index = index;
        this.rotation = rotation;
        this.fine = fine;
        this.minFactor = minFactor;
        // In a gap the counts of both its ends are spread over its bins: they do not tell the rate there.
        double least = fine && rotation > 1 ? leastMeasured(of.measured()) : 0;
        counts = sums(of.counts(), of.measured(), least);
        lengths = sums(of.measured(), of.measured(), least);
        int bins = of.bins();
        minWidth = Math.max(fine ? 1 : Math.max(1, rotation), Math.min(MAX_WIDTH, (bins + MAX_BINS - 1) / MAX_BINS));
        int filled = minWidth;
        while (bins / (2 * filled) >= MIN_BINS && countedShare(filled) < MIN_COUNTED_SHARE) {
            filled *= 2;
        }
        grain = filled;
        logs = logs(grain);
        weights = weights(grain);
    }

    /**
     * Returns the columns of an event. A multiplexed event has two: one in bins of whole rotations, and one in fine
     * bins in which only large factors count.
     */
    static List<RateColumn> of(int index, BinnedCounts of) {
        int rotation = of.shareMeasured() > MAX_SHARE_OF_MULTIPLEXED ? 0 : rotation(of.measured());
        if (rotation <= 1) {
            return List.of(new RateColumn(index, of, rotation, true, 0));
        }
        return List.of(new RateColumn(index, of, rotation, false, 0),
                new RateColumn(index, of, rotation, true, MULTIPLEXED_FACTOR));
    }

    /**
     * Returns the length of a rotation of multiplexed events, in bins: the distance of the gaps in which the event was
     * hardly counted. Gaps that are short in comparison with most do not count. The result is 0 without gaps.
     */
    private static int rotation(double[] measured) {
        double least = leastMeasured(measured);
        int[] gaps = new int[measured.length];
        int count = 0;
        int all = 0;
        for (int i = 0; i < measured.length; i++) {
            if (measured[i] < least) {
                count += i == 0 || measured[i - 1] >= least ? 1 : 0;
                gaps[count - 1]++;
                all++;
            }
        }
        int[] sorted = Arrays.copyOf(gaps, count);
        Arrays.sort(sorted);
        int usual = 0;
        for (int g = count - 1, sum = 0; g >= 0 && 2 * sum < all; g--) {
            usual = sorted[g];
            sum += usual;
        }
        int shortest = usual / 2;
        long usualGaps = Arrays.stream(sorted).filter(g -> g >= shortest).count();
        return usualGaps < MIN_WINDOWS ? 0 : (int) Math.max(1, measured.length / usualGaps);
    }

    /**
     * Returns the measured length below which a bin is in a gap: half of that of bins that were measured all the time.
     */
    private static double leastMeasured(double[] measured) {
        double[] sorted = measured.clone();
        Arrays.sort(sorted);
        return sorted.length == 0 ? 0 : sorted[(int) (0.9 * (sorted.length - 1))] / 2;
    }

    /**
     * Returns whether an interval is long enough for a mean rate: in bins of whole rotations it must have two of them.
     */
    boolean measures(SegmentSearch.Interval interval) {
        return fine || interval.length() >= MIN_ROTATIONS * rotation;
    }

    /** Returns the length of one rotation of multiplexed events, fine bins; 0 if the event was counted all the time. */
    int rotation() {
        return rotation;
    }

    /** Returns the minimum width of a bin of a search, fine bins. */
    int minWidth() {
        return minWidth;
    }

    /** Returns the minimum visible factor between rates, as a logarithm. */
    double minFactor() {
        return minFactor;
    }

    private static double[] sums(double[] values, double[] measured, double least) {
        double[] sums = new double[values.length + 1];
        for (int i = 0; i < values.length; i++) {
            sums[i + 1] = sums[i] + (measured[i] >= least ? Math.max(0, values[i]) : 0);
        }
        return sums;
    }

    private double countedShare(int width) {
        int counted = 0;
        int measured = 0;
        for (int b = 0; b + width <= bins(); b += width) {
            if (lengths[b + width] > lengths[b]) {
                measured++;
                counted += counts[b + width] > counts[b] ? 1 : 0;
            }
        }
        return measured == 0 ? 1 : (double) counted / measured;
    }

    /** Returns the number of the event among all counted events. */
    int index() {
        return index;
    }

    /** Returns the number of fine bins. */
    int bins() {
        return counts.length - 1;
    }

    /** Returns the number of fine bins per logarithm. */
    int grain() {
        return grain;
    }

    /** Returns the logarithms of rates in bins of {@link #grain()} fine bins; NaN where nothing was measured. */
    double[] logs() {
        return logs;
    }

    /** Returns the weight of each logarithm: the measured share of its bin, 0..1. */
    double[] weights() {
        return weights;
    }

    /** Returns the count in fine bins from {@code from} to before {@code to}. */
    double count(int from, int to) {
        return counts[to] - counts[from];
    }

    /** Returns the measured length in fine bins from {@code from} to before {@code to}, in the axis' unit. */
    double length(int from, int to) {
        return lengths[to] - lengths[from];
    }

    /** Returns the total count. */
    double total() {
        return counts[counts.length - 1];
    }

    /** Returns the logarithms of rates in bins of {@code width} fine bins; the last one also has the rest. */
    double[] logs(int width) {
        double floor = floor(width);
        double[] logs = new double[Math.max(1, bins() / width)];
        for (int b = 0; b < logs.length; b++) {
            int from = b * width;
            int to = b == logs.length - 1 ? bins() : from + width;
            double length = length(from, to);
            logs[b] = length > 0 ? Math.log(count(from, to) / length + floor) : Double.NaN;
        }
        return logs;
    }

    /** Returns the rate that stands for an empty bin: half a count in a bin of usual length. */
    double floor(int width) {
        return EMPTY / usualLength(width);
    }

    private double usualLength(int width) {
        double[] known = new double[Math.max(1, bins() / width)];
        int measured = 0;
        for (int b = 0; b < known.length; b++) {
            double length = length(b * width, Math.min(bins(), (b + 1) * width));
            if (length > 0) {
                known[measured++] = length;
            }
        }
        Arrays.sort(known, 0, measured);
        return measured == 0 ? 1 : Statistics.highMedianOfSorted(known, measured);
    }

    double[] weights(int width) {
        double usual = usualLength(width);
        double[] weights = new double[Math.max(1, bins() / width)];
        for (int b = 0; b < weights.length; b++) {
            weights[b] = Math.min(1, length(b * width, Math.min(bins(), (b + 1) * width)) / usual);
        }
        return weights;
    }

    /**
     * Returns the standard deviation of a logarithm about its level; at least that of a Poisson count of the usual
     * size.
     */
    double noise(double[] of, int width) {
        return Math.max(Math.max(Statistics.deviationAboutLevels(of), MIN_NOISE),
                1 / Math.sqrt(usualCount(width) + EMPTY));
    }

    private double usualCount(int width) {
        double[] sizes = new double[Math.max(1, bins() / width)];
        for (int b = 0; b < sizes.length; b++) {
            sizes[b] = count(b * width, Math.min(bins(), (b + 1) * width));
        }
        Arrays.sort(sizes);
        return Statistics.highMedianOfSorted(sizes);
    }

    /**
     * Returns the logarithm of the rate in fine bins, with half a count more, so that it is finite; NaN if not
     * measured.
     */
    double logRate(int from, int to) {
        double length = length(from, to);
        return length > 0 ? Math.log((count(from, to) + EMPTY) / length) : Double.NaN;
    }

    /** Returns the variance of a logarithm in an interval of fine bins if the counts are Poisson distributed. */
    double poissonVariance(int from, int to) {
        return 1 / (count(from, to) * grain / (to - from) + EMPTY);
    }

    /**
     * Returns twice the gain in log likelihood if counts in two intervals have a rate each instead of a common one, for
     * Poisson counts.
     */
    double deviance(int from, int at, int to) {
        return 2 * (term(from, at) + term(at, to) - term(from, to));
    }

    private double term(int from, int to) {
        double count = count(from, to);
        double length = length(from, to);
        return count > 0 && length > 0 ? count * Math.log(count / length) : 0;
    }

    /** Returns values without gaps: a gap keeps the last value. */
    static double[] filled(double[] logs) {
        double[] filled = logs.clone();
        double last = Double.NaN;
        for (double value : logs) {
            if (Double.isFinite(value)) {
                last = value;
                break;
            }
        }
        for (int i = 0; i < filled.length; i++) {
            last = Double.isFinite(filled[i]) ? filled[i] : last;
            filled[i] = Double.isFinite(last) ? last : 0;
        }
        return filled;
    }
}
