package runbench.parser.structure;

import java.util.Arrays;
import java.util.Optional;
import runbench.parser.structure.SegmentSearch.Interval;

/** The search for rates that rise or fall in a long segment: Mann-Kendall's test and the line of Theil and Sen. */
final class TrendSearch {
    private static final int MIN_BINS = 24;
    private static final double MIN_CHANGE = Math.log(1.1);
    /** Minimum excess of a trend; above 1 because the memory of the noise is itself an estimate. */
    private static final double CLEAR = 1.5;
    /** The same with fewer than {@link #MANY_BINS} bins, whose memory is known less exactly. */
    private static final double CLEAR_OF_FEW = 2;
    private static final int MANY_BINS = 110;
    /** Maximum distance of a quarter of a trend from its line, as a share of the change. */
    private static final double MAX_BEND = 0.2;

    private TrendSearch() {
    }

    /**
     * The trend of a column in an interval.
     *
     * @param start count per measured length at the beginning of the line
     * @param end count per measured length at its end
     * @param low lower end of the 95 % interval of end / start
     * @param high its upper end
     * @param excess Mann-Kendall's S / the largest among series of noise with the same memory
     */
    record Line(double start, double end, double low, double high, double excess) {}

    /** Returns the trend in an interval of fine bins; empty if there is none. */
    static Optional<Line> of(RateColumn column, Interval in) {
        double[] logs = column.logs();
        int to = Math.min(logs.length, in.to() / column.grain());
        double[] known = Arrays.stream(logs, Math.min(to, in.from() / column.grain()), to)
                .filter(Double::isFinite)
                .toArray();
        if (known.length < MIN_BINS) {
            return Optional.empty();
        }
        MonotoneTrend ofLogs = MonotoneTrend.of(known);
        MonotoneTrend ofRates = MonotoneTrend.of(Arrays.stream(known).map(Math::exp).toArray());
        boolean logarithmic = ofLogs.bend() <= ofRates.bend() || ofRates.start() <= 0 || ofRates.end() <= 0;
        MonotoneTrend trend = logarithmic ? ofLogs : ofRates;
        // A change that is smaller by this much would be as large as in noise.
        double half = Math.abs(trend.end() - trend.start()) / trend.excess();
        // Logarithms are of rates with half a count more per bin.
        double added = column.floor(column.grain());
        double start = Math.max(added, (logarithmic ? Math.exp(trend.start()) : trend.start()) - added);
        double end = Math.max(added, (logarithmic ? Math.exp(trend.end()) : trend.end()) - added);
        double ratio = end / start;
        double low = logarithmic ? ratio * Math.exp(-half) : Math.max(0, ratio - half / start);
        double high = logarithmic ? ratio * Math.exp(half) : ratio + half / start;
        double leastExcess = known.length < MANY_BINS ? CLEAR_OF_FEW : CLEAR;
        return trend.excess() <= leastExcess || Math.abs(Math.log(ratio)) <= MIN_CHANGE || trend.bend() > MAX_BEND
                ? Optional.empty()
                : Optional.of(new Line(start, end, low, high, trend.excess()));
    }
}
