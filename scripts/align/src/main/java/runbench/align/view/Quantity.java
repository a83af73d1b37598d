package runbench.align.view;

import java.util.List;
import java.util.stream.IntStream;
import runbench.parser.series.RateBase;

/**
 * An event or a metric of all ranks.
 *
 * @param name name as requested
 * @param unit unit of the values: "faults/s", "share", "instructions/cycle"
 * @param kind display format of the values
 * @param metric computed from events
 * @param countedAs event and source that were counted
 * @param ranks one entry per rank of the run, in order
 */
public record Quantity(String name, String unit, Kind kind, boolean metric, String countedAs, List<RankRates> ranks) {
    /** Display format: rates with SI prefix, shares as percentages, ratios without prefix. */
    public enum Kind {
        RATE, RATIO, SHARE
    }

    /**
     * One rank's values per bucket of the axis; NaN: no samples, or the rank did not run.
     *
     * @param rank the rank
     * @param mean sum of counts / sum of time
     * @param min minimum over whole sampling periods
     * @param max maximum over whole sampling periods
     * @param overall value of the whole run; NaN: unknown
     * @param peak highest rate over at least half a period; NaN: unknown
     * @param measured share of the time in which the event was counted, 0..1; below 1 the values are scaled estimates
     * @param absent reason why there are no values; null: there are
     */
    public record RankRates(int rank, double[] mean, double[] min, double[] max, double overall, double peak,
            double measured, String absent) {
        static RankRates none(int rank, String why) {
            return new RankRates(rank, new double[0], new double[0], new double[0], Double.NaN, Double.NaN, Double.NaN,
                    why);
        }

        public boolean present() {
            return absent == null;
        }
    }

    static Kind kind(String unit) {
        return unit.equals("share") ? Kind.SHARE : RateBase.isRate(unit) ? Kind.RATE : Kind.RATIO;
    }

    /** Returns the highest value of all ranks; NaN: none. */
    public double top() {
        return ranks.stream()
                .flatMapToDouble(r -> IntStream.range(0, r.max().length).mapToDouble(i -> r.max()[i]))
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
    }

    /** Returns whether any rank has values. */
    public boolean present() {
        return ranks.stream().anyMatch(RankRates::present);
    }
}
