package runbench.parser.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.base.stats.Statistics;

/**
 * The search for segments: parts of a run in which every used rate has one level or follows one line. It starts from
 * {@link ProposedEdges} and removes the weakest edge until every edge has both an effect that a person would see and a
 * significance. The significance uses the variation within segments; between segments, real phases would look like long
 * memory.
 */
final class SegmentSearch {
    /** Minimum strength of an edge, in standard errors. */
    static final double MIN_STRENGTH = 5;
    /** Minimum factor between rates that is visible in a chart whatever the noise. */
    private static final double CLEAR_FACTOR = Math.log(1.25);
    /** Minimum factor that is visible if it also exceeds the noise by {@link #VISIBLE_DEVIATIONS}. */
    private static final double SMALL_FACTOR = Math.log(1.05);
    private static final double VISIBLE_DEVIATIONS = 3;
    /** Standard error of any rate's logarithm that no number of samples removes. */
    private static final double SYSTEMATIC = 0.01;
    /** Minimum number of bins of a segment for a fit of its own. */
    private static final int MIN_BINS_OF_FIT = 8;
    private static final int ROUNDS = 3;
    /** Number of bins with the usual variance that each segment's own variance is combined with. */
    private static final int PRIOR_BINS = 16;
    private static final int MAX_LAG = 64;
    /** Distance from a fit, in standard deviations, at which residuals are cut off. */
    private static final double MAX_RESIDUAL = 6;
    private static final double MIN_VARIANCE = 1e-12;
    /**
     * Maximum variance of a segment, in usual ones. A segment that wrongly joins two levels has a large variance, which
     * would make its edges with all its neighbours insignificant one after the other.
     */
    private static final double MAX_USUAL = 4;
    /** Maximum length of a segment that only holds an edge, fine bins. */
    private static final int EDGE_BINS = 2;
    private static final double EDGE_TOLERANCE = 0.1;
    private static final double MOST_COLUMNS = 0.6;

    private final List<RateColumn> columns;
    private final double[] noise;
    /** Long-run variance of a logarithm within segments, per column. */
    private final double[] usual;
    private final int bins;

    /** Factor on the minimum strength and on the minimum visible effect of an edge; 1 except in comparisons. */
    private final double strictness;

    private SegmentSearch(List<RateColumn> columns, double strictness) {
        this.columns = columns;
        this.strictness = strictness;
        bins = columns.get(0).bins();
        noise = columns.stream().mapToDouble(c -> c.noise(c.logs(), c.grain())).toArray();
        usual = new double[columns.size()];
    }

    /**
     * An interval of fine bins.
     *
     * @param from first fine bin
     * @param to end, exclusive
     */
    record Interval(int from, int to) {
        int length() {
            return to - from;
        }
    }

    /**
     * The result.
     *
     * @param segments in order, without gaps
     * @param strengths strength of the edge after each segment but the last, in standard errors
     * @param variances long-run variance of a logarithm, by segment and column
     */
    record Found(List<Interval> segments, List<Double> strengths, double[][] variances) {}

    static Found of(List<RateColumn> columns) {
        return of(columns, 1);
    }

    /**
     * Returns the segments found with another sensitivity than the product's.
     *
     * @param penaltyFactor factor on the penalty of an edge, a squared strength, above 0; 1 is the product's
     */
    static Found of(List<RateColumn> columns, double penaltyFactor) {
        return new SegmentSearch(columns, Math.sqrt(penaltyFactor)).find(ProposedEdges.of(columns, penaltyFactor));
    }

    /**
     * Returns the segments with some of the possible edges.
     *
     * @param edges first fine bins after the edges, ascending
     */
    static Found of(List<RateColumn> columns, List<Integer> edges) {
        return new SegmentSearch(columns, 1).find(edges);
    }

    /** Returns the whole run as one segment. */
    static Found whole(List<RateColumn> columns) {
        return new SegmentSearch(columns, 1).find(List.of());
    }

    private Found find(List<Integer> edges) {
        List<Interval> segments = new ArrayList<>();
        int from = 0;
        for (int edge : edges) {
            segments.add(new Interval(from, edge));
            from = edge;
        }
        segments.add(new Interval(from, bins));
        List<double[]> variances = new ArrayList<>();
        List<Double> strengths = new ArrayList<>();
        int before = 0;
        for (int round = 0; round < ROUNDS && segments.size() != before; round++) { // the same segments change no more
            before = segments.size();
            measureVariances(segments);
            variances = new ArrayList<>(segments.stream().map(this::variances).toList());
            strengths = new ArrayList<>();
            for (int i = 0; i + 1 < segments.size(); i++) {
                strengths.add(strength(segments.get(i), segments.get(i + 1), variances.get(i), variances.get(i + 1)));
            }
            mergeWeak(segments, variances, strengths);
        }
        setEdgesApart(segments, variances, strengths);
        return new Found(segments, strengths, variances.toArray(double[][]::new));
    }

    private void mergeWeak(List<Interval> segments, List<double[]> variances, List<Double> strengths) {
        while (!strengths.isEmpty()) {
            int weakest = 0;
            for (int i = 1; i < strengths.size(); i++) {
                weakest = strengths.get(i) < strengths.get(weakest) ? i : weakest;
            }
            if (strengths.get(weakest) >= strictness * MIN_STRENGTH) {
                return;
            }
            merge(segments, variances, strengths, weakest);
        }
    }

    private void merge(List<Interval> segments, List<double[]> variances, List<Double> strengths, int at) {
        Interval both = new Interval(segments.get(at).from(), segments.get(at + 1).to());
        segments.set(at, both);
        segments.remove(at + 1);
        variances.set(at, variances(both));
        variances.remove(at + 1);
        strengths.remove(at);
        for (int edge : new int[]{at - 1, at}) {
            if (edge >= 0 && edge < strengths.size()) {
                strengths.set(edge, strength(segments.get(edge), segments.get(edge + 1), variances.get(edge),
                        variances.get(edge + 1)));
            }
        }
    }

    /** Divides segments of a few bins whose rates lie between those of both neighbours: an edge inside of a sample. */
    private void setEdgesApart(List<Interval> segments, List<double[]> variances, List<Double> strengths) {
        for (int i = 1; i + 1 < segments.size(); i++) {
            Interval short1 = segments.get(i);
            if (short1.length() <= EDGE_BINS && liesBetween(segments.get(i - 1), short1, segments.get(i + 1))) {
                Interval after = segments.get(i + 1);
                segments.set(i - 1, new Interval(segments.get(i - 1).from(), short1.from() + short1.length() / 2));
                segments.set(i + 1, new Interval(short1.from() + short1.length() / 2, after.to()));
                segments.remove(i);
                variances.remove(i);
                strengths.set(i - 1, Math.max(strengths.get(i - 1), strengths.get(i)));
                strengths.remove(i);
                i--;
            }
        }
    }

    private boolean liesBetween(Interval before, Interval middle, Interval after) {
        int between = 0;
        int known = 0;
        for (RateColumn c : columns) {
            double m = c.logRate(middle.from(), middle.to());
            double a = c.logRate(before.from(), before.to());
            double b = c.logRate(after.from(), after.to());
            if (Double.isFinite(m) && Double.isFinite(a) && Double.isFinite(b)) {
                known++;
                between += m >= Math.min(a, b) - EDGE_TOLERANCE && m <= Math.max(a, b) + EDGE_TOLERANCE ? 1 : 0;
            }
        }
        return between >= MOST_COLUMNS * known;
    }

    /** Returns the strength of the edge between two neighbours, in standard errors; 0 without a visible effect. */
    private double strength(Interval p, Interval q, double[] varianceOfP, double[] varianceOfQ) {
        double strongest = 0;
        for (int c = 0; c < columns.size(); c++) {
            strongest = Math.max(strongest, strength(c, p, q, varianceOfP[c], varianceOfQ[c]));
        }
        return strongest;
    }

    private double strength(int c, Interval p, Interval q, double varianceOfP, double varianceOfQ) {
        RateColumn column = columns.get(c);
        double factor = Math.abs(column.logRate(p.from(), p.to()) - column.logRate(q.from(), q.to()));
        if (!Double.isFinite(factor)) {
            return 0;
        }
        int g = column.grain();
        double binsOfP = (double) p.length() / g;
        double binsOfQ = (double) q.length() / g;
        if (!column.measures(p) || !column.measures(q)) {
            return 0;
        }
        double poisson = column.deviance(p.from(), q.from(), q.to());
        if (Math.min(binsOfP, binsOfQ) >= MIN_BINS_OF_FIT) {
            return ofFits(c, p, q, varianceOfP, varianceOfQ, factor, poisson);
        }
        if (Math.min(binsOfP, binsOfQ) >= 3) {
            factor = Math.min(factor, Math.abs(median(column, p) - median(column, q)));
        }
        if (!visible(c, factor)) {
            return 0;
        }
        double error = varianceOfP / Math.max(1e-9, binsOfP) + varianceOfQ / Math.max(1e-9, binsOfQ)
                + SYSTEMATIC * SYSTEMATIC;
        double ofLevels = combined(factor * factor / error, poisson);
        // Short parts of a slope have different levels, but one line. Windows of multiplexed events have slopes, too.
        return ofLevels >= strictness * MIN_STRENGTH && column.rotation() == 0
                && isLine(c, p, q, varianceOfP, varianceOfQ)
                        ? Math.min(ofLevels, ofFits(c, p, q, varianceOfP, varianceOfQ, factor, poisson))
                        : ofLevels;
    }

    /** Returns whether two neighbours together follow one line rather than one level. */
    private boolean isLine(int c, Interval p, Interval q, double varianceOfP, double varianceOfQ) {
        RateColumn column = columns.get(c);
        int g = column.grain();
        int from = firstBin(p, g);
        int to = lastBin(q, g);
        if (to - from < SegmentFit.MIN_BINS_OF_LINE || !hasBin(p, g) || !hasBin(q, g)) {
            return false;
        }
        double variance = (varianceOfP * p.length() + varianceOfQ * q.length()) / (p.length() + q.length());
        return !isLevel(SegmentFit.of(column.logs(), column.weights(), from, to, perParameter(variance)));
    }

    /** Returns the strength from the fits of both parts against the fit of the whole. */
    private double ofFits(int c, Interval p, Interval q, double varianceOfP, double varianceOfQ, double factor,
            double poisson) {
        RateColumn column = columns.get(c);
        int g = column.grain();
        int from = firstBin(p, g);
        int to = lastBin(q, g);
        // The bin with the edge belongs to the part that has more of it: in the other one it would be an outlier.
        int at = Math.max(from + 1, Math.min(to - 1, (p.to() + g / 2) / g));
        double variance = (varianceOfP * (at - from) + varianceOfQ * (to - at)) / (to - from);
        double perParameter = perParameter(variance);
        SegmentFit left = SegmentFit.of(column.logs(), column.weights(), from, at, perParameter);
        SegmentFit right = SegmentFit.of(column.logs(), column.weights(), at, to, perParameter);
        SegmentFit both = SegmentFit.of(column.logs(), column.weights(), from, to, perParameter);
        double gain = both.squares() - left.squares() - right.squares();
        double deviation = 0;
        for (int i = from; i < to; i++) {
            double apart = i < at ? left.values()[i - from] : right.values()[i - at];
            deviation = Math.max(deviation, Math.abs(both.values()[i - from] - apart));
        }
        boolean levels = isLevel(left) && isLevel(right);
        double effect = levels ? Math.min(factor, Math.abs(median(column, p) - median(column, q))) : 2 * deviation;
        if (gain <= 0 || !visible(c, effect)) {
            return 0;
        }
        double error = SYSTEMATIC * SYSTEMATIC / Math.max(1e-9, effect * effect);
        double overdispersed = 1 / (variance / gain + error);
        return levels ? combined(overdispersed, poisson) : Math.sqrt(overdispersed);
    }

    private static boolean isLevel(SegmentFit fit) {
        return fit.values()[0] == fit.values()[fit.values().length - 1];
    }

    /** Combines squares of strengths whose variances add up. */
    private static double combined(double overdispersed, double poisson) {
        return poisson > 0 && overdispersed > 0 ? Math.sqrt(1 / (1 / overdispersed + 1 / poisson)) : 0;
    }

    /** Returns the amount by which the slope of a line must reduce the sum of squares. */
    private double perParameter(double variance) {
        double strength = strictness * MIN_STRENGTH;
        return strength * strength * variance;
    }

    private boolean visible(int column, double factor) {
        double effect = factor / strictness;
        return factor >= columns.get(column).minFactor()
                && (effect >= CLEAR_FACTOR || effect >= SMALL_FACTOR && effect >= VISIBLE_DEVIATIONS * noise[column]);
    }

    private static int firstBin(Interval of, int grain) {
        return (of.from() + grain - 1) / grain;
    }

    private static int lastBin(Interval of, int grain) {
        return Math.max(firstBin(of, grain), of.to() / grain);
    }

    private static boolean hasBin(Interval of, int grain) {
        return firstBin(of, grain) < lastBin(of, grain);
    }

    private static double median(RateColumn column, Interval of) {
        int end = Math.min(column.logs().length, lastBin(of, column.grain()));
        int from = Math.min(end, firstBin(of, column.grain()));
        double[] known = Arrays.stream(column.logs(), from, end).filter(Double::isFinite).sorted().toArray();
        return known.length >= 3 ? Statistics.highMedianOfSorted(known) : column.logRate(of.from(), of.to());
    }

    /** Computes the usual variance of each column: the median over segments, weighted by their lengths. */
    private void measureVariances(List<Interval> segments) {
        for (int c = 0; c < usual.length; c++) {
            List<double[]> all = new ArrayList<>();
            for (Interval s : segments) {
                double own = ownVariance(c, s);
                if (Double.isFinite(own)) {
                    all.add(new double[]{own, s.length()});
                }
            }
            double least = 0.25 * noise[c] * noise[c];
            usual[c] = Math.max(least, all.isEmpty() ? noise[c] * noise[c] : weightedMedian(all));
        }
    }

    private static double weightedMedian(List<double[]> all) {
        all.sort((a, b) -> Double.compare(a[0], b[0]));
        double half = all.stream().mapToDouble(a -> a[1]).sum() / 2;
        double sum = 0;
        for (double[] a : all) {
            sum += a[1];
            if (sum >= half) {
                return a[0];
            }
        }
        return all.get(all.size() - 1)[0];
    }

    /** Returns the variances of a segment: its own, combined with the usual one; at least that of Poisson counts. */
    private double[] variances(Interval of) {
        double[] variances = new double[usual.length];
        for (int c = 0; c < usual.length; c++) {
            double own = ownVariance(c, of);
            double size = (double) of.length() / columns.get(c).grain();
            double combined = Double.isFinite(own)
                    ? (PRIOR_BINS * usual[c] + size * Math.min(own, MAX_USUAL * usual[c])) / (PRIOR_BINS + size)
                    : usual[c];
            variances[c] = Math.max(combined, columns.get(c).poissonVariance(of.from(), of.to()));
        }
        return variances;
    }

    /**
     * Returns the long-run variance of a logarithm about the segment's fit, with Bartlett's weights; NaN for a segment
     * of few bins.
     */
    private double ownVariance(int c, Interval of) {
        RateColumn column = columns.get(c);
        int from = firstBin(of, column.grain());
        int to = Math.min(column.logs().length, lastBin(of, column.grain()));
        if (to - from < MIN_BINS_OF_FIT) {
            return Double.NaN;
        }
        SegmentFit fit = SegmentFit.of(column.logs(), column.weights(), from, to, 0);
        double[] rest = new double[to - from];
        int known = 0;
        double squares = 0;
        for (int i = from; i < to; i++) {
            if (Double.isFinite(column.logs()[i])) {
                rest[known] = column.logs()[i] - fit.values()[i - from];
                squares += rest[known] * rest[known];
                known++;
            }
        }
        if (known < MIN_BINS_OF_FIT) {
            return Double.NaN;
        }
        double limit = MAX_RESIDUAL * Math.sqrt(squares / known);
        for (int i = 0; i < known; i++) {
            rest[i] = Math.max(-limit, Math.min(limit, rest[i]));
        }
        int lags = Math.min(MAX_LAG, known / 4);
        double sum = 0;
        for (int lag = 0; lag <= lags; lag++) {
            double product = 0;
            for (int i = lag; i < known; i++) {
                product += rest[i] * rest[i - lag];
            }
            sum += (lag == 0 ? 1 : 2 * (1 - lag / (lags + 1.0))) * product / known;
        }
        return Math.max(MIN_VARIANCE, sum);
    }
}
