package runbench.align.view;

import java.util.List;
import java.util.stream.IntStream;

/**
 * An event or a metric of all ranks.
 *
 * @param name as it was asked for
 * @param unit of the values: "faults/s", "share", "instructions/cycle"
 * @param kind how its values are written
 * @param metric computed, not counted
 * @param countedAs what was really counted, and by what
 * @param ranks one for each rank of the run, in order
 */
public record Quantity(String name, String unit, Kind kind, boolean metric, String countedAs, List<RankRates> ranks) {
    /** Ratios carry no SI prefix, shares are percentages. */
    public enum Kind {
        RATE, RATIO, SHARE
    }

    /**
     * One rank's values, per bucket of the axis; NaN: no sample lies there.
     *
     * @param mean sum of counts / sum of time
     * @param min of a whole sampling period
     * @param max likewise
     * @param overall of its whole run; NaN: not known
     * @param peak highest rate of a stretch of at least half a period; NaN: not known
     * @param measured share of the time in which it was really counted, 0..1; below 1 the values are estimates
     * @param absent why there are none; null where there are
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
        return unit.equals("share") ? Kind.SHARE : unit.endsWith("/s") ? Kind.RATE : Kind.RATIO;
    }

    /** Highest value of any rank; NaN without any. */
    public double top() {
        return ranks.stream()
                .flatMapToDouble(r -> IntStream.range(0, r.max().length).mapToDouble(i -> r.max()[i]))
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
    }

    /** Whether any rank has values. */
    public boolean present() {
        return ranks.stream().anyMatch(RankRates::present);
    }
}
