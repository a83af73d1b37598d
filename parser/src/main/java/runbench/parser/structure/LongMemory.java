package runbench.parser.structure;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The memory parameter d of a series: its power is proportional to frequency^-2d at low frequencies. d is 0 for white
 * noise, 1/2 for 1/f noise, 1 for a random walk. The estimate is local Whittle (Robinson 1995; for d from 1/2 to 1
 * Velasco 1999).
 */
final class LongMemory {
    private static final double EXPONENT = 0.65;
    /** Lowest frequencies, cycles per series, that the removal of a fitted line takes away. */
    private static final int LINE_CYCLES = 3;
    private static final int MIN_FREQUENCIES = 5;
    private static final double STEP = 0.02;
    private static final double QUANTILE = 1.645;
    /** Maximum upper end of d of residuals that have no long memory; below that of 1/f noise. */
    private static final double MAX_SHORT = 0.4;

    /** Number of bins on both sides of an edge that show whether the change is abrupt. */
    private static final int NEAR_BINS = 4;
    /** Minimum part of the difference between two levels that an abrupt change makes in those bins. */
    private static final double MIN_STEP = 0.5;

    /** Minimum length of a segment in those lengths: a change within most of a segment is not abrupt. */
    private static final int MIN_LENGTHS = 6;

    private LongMemory() {
    }

    /**
     * Returns the upper end of the one-sided 95 % interval of d, 0..1.
     *
     * @param x residuals of a line
     */
    static double upper(double[] x) {
        return Math.min(1, upper(x, LINE_CYCLES));
    }

    private static double upper(double[] x, int first) {
        return estimate(x, first) + QUANTILE / (2 * Math.sqrt(last(x, first) - first + 1));
    }

    /**
     * Returns whether the levels of segments explain all slow variation: every change is abrupt, and the residuals have
     * no long memory in any column. Noise with a long memory wanders from level to level and within the segments.
     */
    static boolean isExplained(List<RateColumn> columns, SegmentSearch.Found found) {
        int first = LINE_CYCLES + found.segments().size();
        return isAbrupt(columns, found.segments()) && columns.stream().allMatch(c -> {
            double[] residuals = residuals(c, found);
            return last(residuals, first) < residuals.length / 2 && upper(residuals, first) <= MAX_SHORT;
        });
    }

    private static boolean isAbrupt(List<RateColumn> columns, List<SegmentSearch.Interval> segments) {
        return IntStream.range(1, segments.size()).allMatch(s -> columns.stream().anyMatch(c -> {
            SegmentSearch.Interval p = segments.get(s - 1);
            SegmentSearch.Interval q = segments.get(s);
            int near = NEAR_BINS * c.grain();
            if (Math.min(p.length(), q.length()) < MIN_LENGTHS * near) {
                return false;
            }
            double all = c.logRate(q.from(), q.to()) - c.logRate(p.from(), p.to());
            double step = c.logRate(q.from(), Math.min(q.to(), q.from() + near))
                    - c.logRate(Math.max(p.from(), p.to() - near), p.to());
            return step / all >= MIN_STEP;
        }));
    }

    private static double[] residuals(RateColumn column, SegmentSearch.Found found) {
        double[] rest = RateColumn.filled(column.logs());
        int g = column.grain();
        for (SegmentSearch.Interval s : found.segments()) {
            int from = Math.min(rest.length, s.from() / g);
            int to = s.to() == column.bins() ? rest.length : Math.min(rest.length, s.to() / g);
            SegmentFit fit = SegmentFit.of(column.logs(), column.weights(), from, to, 0);
            for (int i = from; i < to; i++) {
                rest[i] -= fit.values()[i - from];
            }
        }
        return rest;
    }

    private static int last(double[] x, int first) {
        return (int) Math.max(first + MIN_FREQUENCIES - 1, Math.min(x.length / 2 - 1, Math.pow(x.length, EXPONENT)));
    }

    private static double estimate(double[] x, int first) {
        int size = Spectra.size(2 * x.length);
        double[] power = Spectra.power(x, size);
        double perOwn = (double) size / x.length;
        int last = last(x, first);
        double best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (double d = 0; d <= 1; d += STEP) {
            double sum = 0;
            double logs = 0;
            for (int j = first; j <= last; j++) {
                sum += Math.pow(j, 2 * d) * power[(int) Math.min(power.length - 1, Math.round(j * perOwn))];
                logs += Math.log(j);
            }
            int count = last - first + 1;
            double risk = Math.log(Math.max(1e-300, sum / count)) - 2 * d * logs / count;
            if (risk < least) {
                least = risk;
                best = d;
            }
        }
        return best;
    }
}
