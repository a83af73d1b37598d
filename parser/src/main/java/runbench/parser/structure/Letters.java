package runbench.parser.structure;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.hipparchus.distribution.continuous.NormalDistribution;
import runbench.parser.structure.SegmentSearch.Interval;

/**
 * Classes of segments with the same rates. Two segments of one class differ in no column by more than
 * {@link #MAX_FACTOR}, unless the difference is not significant: complete linkage on the largest significant ratio. A
 * class with less than {@link Structure#MIN_VISIBLE_SHARE} of the run may join another up to {@link #RELAXED_FACTOR},
 * and so may any class if there are many. Classes of fewer than {@link #SHORT_BINS} samples are no phases: see
 * {@link Remainder}.
 */
final class Letters {
    /** Maximum factor between the mean rates of two segments of one class. */
    static final double MAX_FACTOR = 1.5;
    /**
     * The same if one of the classes is too short to be visible, or if there are more than {@link #MANY_CLASSES}. It is
     * below 2, so that such a factor is never hidden.
     */
    private static final double RELAXED_FACTOR = 1.95;
    /** Factor that single pairs of segments show with certainty, also where there are many. */
    private static final double LARGE_FACTOR = 3;
    /** Number of classes above which a person hardly tells them apart. */
    private static final int MANY_CLASSES = 8;
    /** Length in samples below which a segment, or a class that is not visible, is no phase of its own. */
    private static final double SHORT_BINS = 20;
    /** Weight of an insignificant difference: it only decides which of several equal pairs is the nearest. */
    private static final double INSIGNIFICANT = 1e-3;
    /** Maximum factor by which a short segment changes the mean rates of the phase that it joins. */
    private static final double SMALL_CHANGE = Math.log(1.05);
    /**
     * Factor for the variance of residuals about a line with their correlation: the fit takes up to half of it in short
     * segments.
     */
    private static final double UNBIASED = 2;
    /** Standard errors of a 99 % interval: the evidence for a factor that is never hidden. */
    private static final double QUANTILE = 2.576;
    /** Probability that any of the smaller ratios between equal rates in a run is taken for significant. */
    private static final double ERROR_LEVEL = 0.01;

    private Letters() {
    }

    /**
     * Returns the class of each segment. Classes with a visible share of the run are numbered first, each kind in the
     * order of first appearance: a reader sees A, B and C, not C, H and AF.
     */
    static int[] of(List<RateColumn> columns, SegmentSearch.Found found) {
        int[] classes = of(columns, found, false);
        boolean isFew = Arrays.stream(classes).max().orElse(0) < MANY_CLASSES;
        return isFew ? classes : of(columns, found, true);
    }

    /**
     * @param isMerging whether there are too many classes: a factor below {@link #LARGE_FACTOR} must then be
     *     significant among all pairs, because single pairs of many segments with equal rates differ by chance, and
     *     classes are dissolved
     */
    private static int[] of(List<RateColumn> columns, SegmentSearch.Found found, boolean isMerging) {
        Linkage linkage = linked(columns, found, MAX_FACTOR, RELAXED_FACTOR, isMerging ? LARGE_FACTOR : RELAXED_FACTOR);
        if (isMerging) {
            linkage.dissolve(Math.log(RELAXED_FACTOR), MANY_CLASSES);
        }
        double visible = Structure.MIN_VISIBLE_SHARE * columns.get(0).bins();
        new Remainder(columns, found.segments(), linkage, Math.min(SHORT_BINS, visible)).join();
        return numbered(linkage, visible);
    }

    /** @param maxFactor maximum factor between significantly different rates of one class */
    static int[] of(List<RateColumn> columns, SegmentSearch.Found found, double maxFactor) {
        return numbered(linked(columns, found, maxFactor, maxFactor, RELAXED_FACTOR), 0);
    }

    private static Linkage linked(List<RateColumn> columns, SegmentSearch.Found found, double maxFactor,
            double relaxedFactor, double clearFactor) {
        int n = found.segments().size();
        double[][] distance = new double[n][n];
        double quantile = quantile(Math.max(1, columns.size() * n * (n - 1) / 2.0));
        double[][] dispersions = found.segments()
                .stream()
                .map(s -> columns.stream().mapToDouble(c -> dispersion(c, s)).toArray())
                .toArray(double[][]::new);
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < a; b++) {
                distance[a][b] = distance(columns, found, dispersions, a, b, quantile, clearFactor);
                distance[b][a] = distance[a][b];
            }
        }
        double[] length = found.segments().stream().mapToDouble(Interval::length).toArray();
        Linkage linkage = new Linkage(distance, length);
        double all = Arrays.stream(length).sum();
        double visible = Structure.MIN_VISIBLE_SHARE * all;
        linkage.merge(Math.log(maxFactor), SHORT_BINS, all, 1);
        linkage.merge(Math.log(maxFactor), 0, all, 1);
        linkage.merge(Math.log(relaxedFactor), 0, visible, 1);
        linkage.merge(Math.log(relaxedFactor), 0, all, MANY_CLASSES);
        return linkage;
    }

    /**
     * Returns the number of standard errors that none of several differences between equal rates exceeds, with
     * probability 1 - {@link #ERROR_LEVEL}.
     */
    private static double quantile(double comparisons) {
        return -new NormalDistribution().inverseCumulativeProbability(ERROR_LEVEL / comparisons / 2);
    }

    /**
     * Returns the variance of the counts in the samples of a segment relative to that of Poisson counts; at least 1. A
     * segment whose few counts all fall into one sample has hardly more evidence than a segment without counts. With
     * more than one count per sample the logarithms show this variance, and the result is 1.
     */
    private static double dispersion(RateColumn column, Interval of) {
        Interval inner = inner(column.bins(), column.rotation(), of);
        if (column.count(inner.from(), inner.to()) > inner.length()) {
            return 1;
        }
        double rate = column.count(inner.from(), inner.to()) / column.length(inner.from(), inner.to());
        double sum = 0;
        int samples = 0;
        for (int i = inner.from(); i < inner.to() && rate > 0; i++) {
            double expected = rate * column.length(i, i + 1);
            if (expected > 0) {
                double rest = column.count(i, i + 1) - expected;
                sum += rest * rest / expected;
                samples++;
            }
        }
        return samples < 2 ? 1 : Math.max(1, sum / (samples - 1));
    }

    private static double distance(List<RateColumn> columns, SegmentSearch.Found found, double[][] dispersions, int a,
            int b, double quantile, double clearFactor) {
        double largest = 0;
        Interval x = found.segments().get(a);
        Interval y = found.segments().get(b);
        for (int c = 0; c < columns.size(); c++) {
            RateColumn column = columns.get(c);
            double factor = Math.abs(logRate(column, x) - logRate(column, y));
            if (!column.measures(x) || !column.measures(y) || !Double.isFinite(factor)) {
                continue;
            }
            double binsOfX = bins(column, x);
            double binsOfY = bins(column, y);
            double overdispersed = factor * factor
                    / (found.variances()[a][c] / binsOfX + found.variances()[b][c] / binsOfY + 1e-12);
            double poisson = deviance(column, x, y) / Math.max(dispersions[a][c], dispersions[b][c]);
            // Where an edge is in a gap of a multiplexed event, a segment has counts of its neighbour.
            boolean isClear = factor >= Math.log(clearFactor);
            boolean strict = factor < Math.log(RELAXED_FACTOR) || column.rotation() > 1;
            double least = strict ? UNBIASED * quantile * quantile
                    : isClear ? QUANTILE * QUANTILE : quantile * quantile;
            boolean significant = 1 / (1 / overdispersed + 1 / poisson) > least;
            largest = Math.max(largest, significant ? factor : INSIGNIFICANT * factor);
        }
        return largest;
    }

    /** Returns the number of logarithms in a segment without the bins at both ends. */
    private static double bins(RateColumn column, Interval of) {
        return Math.max(1e-9, (double) inner(column.bins(), column.rotation(), of).length() / column.grain());
    }

    /** Returns the logarithm of the rate without the bins at both ends, which may hold an edge. */
    static double logRate(RateColumn column, Interval of) {
        Interval inner = inner(column.bins(), column.rotation(), of);
        return column.logRate(inner.from(), inner.to());
    }

    /**
     * Returns a segment without the bins at its ends, which may hold an edge. The edge of a multiplexed event may be in
     * a gap, whose counts are those of both sides.
     *
     * @param bins number of bins of the run
     * @param rotation length of a rotation of multiplexed events, bins; 0 if the event was counted all the time
     */
    static Interval inner(int bins, int rotation, Interval of) {
        int sharp = of.length() > 12 ? 2 : of.length() > 4 ? 1 : 0;
        int margin = Math.max(sharp, Math.min(rotation / 2, of.length() / 4));
        int from = of.from() > 0 ? of.from() + margin : of.from();
        int to = of.to() < bins ? of.to() - margin : of.to();
        return new Interval(from, to);
    }

    private static double deviance(RateColumn column, Interval x, Interval y) {
        double countOfX = column.count(x.from(), x.to());
        double countOfY = column.count(y.from(), y.to());
        double lengthOfX = column.length(x.from(), x.to());
        double lengthOfY = column.length(y.from(), y.to());
        double together = (countOfX + countOfY) / (lengthOfX + lengthOfY);
        return 2 * (term(countOfX, lengthOfX * together) + term(countOfY, lengthOfY * together));
    }

    private static double term(double count, double expected) {
        return count > 0 && expected > 0 ? count * Math.log(count / expected) : 0;
    }

    /**
     * The segments of classes that are too short for a phase. Such a segment joins the phase of a neighbour if it
     * hardly changes the mean rates of that phase. The others share one class.
     */
    private static final class Remainder {
        private final List<RateColumn> columns;
        private final List<Interval> segments;
        private final int[] group;
        private final double[] length;
        private final double minLength;
        /** Count of each column in each phase, without the samples that may hold an edge. */
        private final double[][] counts;
        /** Measured length of each column in each phase, without these samples. */
        private final double[][] times;

        /** @param minLength minimum length of the segments of a phase */
        Remainder(List<RateColumn> columns, List<Interval> segments, Linkage linkage, double minLength) {
            this.columns = columns;
            this.segments = segments;
            group = linkage.group();
            length = linkage.length();
            this.minLength = minLength;
            counts = new double[group.length][columns.size()];
            times = new double[group.length][columns.size()];
            for (int s = 0; s < group.length; s++) {
                for (int c = 0; c < columns.size(); c++) {
                    RateColumn column = columns.get(c);
                    Interval inner = inner(column.bins(), column.rotation(), segments.get(s));
                    counts[group[s]][c] += column.count(inner.from(), inner.to());
                    times[group[s]][c] += column.length(inner.from(), inner.to());
                }
            }
        }

        void join() {
            int[] before = group.clone();
            int rest = -1;
            for (int s = 0; s < before.length; s++) {
                if (length[before[s]] < minLength) {
                    int phase = nearest(before, s);
                    rest = phase < 0 && rest < 0 ? before[s] : rest;
                    group[s] = phase < 0 ? rest : phase;
                }
            }
        }

        /** Returns the phase before or after a short segment that it joins; -1 if there is none. */
        private int nearest(int[] before, int segment) {
            int phase = -1;
            double least = SMALL_CHANGE;
            for (int neighbour = segment - 1; neighbour <= segment + 1; neighbour += 2) {
                if (neighbour >= 0 && neighbour < before.length && length[before[neighbour]] >= minLength) {
                    double change = change(before[neighbour], segment);
                    phase = change < least ? before[neighbour] : phase;
                    least = Math.min(least, change);
                }
            }
            return phase;
        }

        /** Returns the largest change of a mean rate of a phase, as a logarithm, if a segment joins it. */
        private double change(int phase, int segment) {
            Interval own = segments.get(segment);
            double largest = 0;
            for (int c = 0; c < columns.size(); c++) {
                RateColumn column = columns.get(c);
                double count = counts[phase][c] + 1;
                double time = times[phase][c];
                double with = (count + column.count(own.from(), own.to()))
                        / (time + column.length(own.from(), own.to()));
                largest = time > 0 ? Math.max(largest, Math.abs(Math.log(with / (count / time)))) : largest;
            }
            return largest;
        }
    }

    private static int[] numbered(Linkage linkage, double visible) {
        List<Integer> order = Arrays.stream(linkage.group())
                .distinct()
                .boxed()
                .sorted(Comparator.comparing(group -> linkage.length()[group] < visible))
                .toList();
        return Arrays.stream(linkage.group()).map(order::indexOf).toArray();
    }
}
