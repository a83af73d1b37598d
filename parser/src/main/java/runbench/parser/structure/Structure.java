package runbench.parser.structure;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.parser.series.Axis;

/**
 * What was found in the counters of one run. Positions and lengths are in the unit of the axis: seconds, or 10^6
 * instructions.
 *
 * @param verdict whether anything was found, and if not, whether it could have been
 * @param axis along which it was looked for
 * @param unit of positions and lengths
 * @param resolution how finely it was looked for
 * @param columns events whose rates took part, in the order of all lists of rates
 * @param method by which change points were accepted; null where none could be looked for
 * @param changePoints in order
 * @param segments between change points, without gaps from the first bin to the end; empty without change points
 * @param phases segments that are alike, in the order in which they first appear
 * @param repetitions what repeats, the one that covers most of the run first
 * @param trends rates that rise or fall, over the whole run or a long segment of it
 */
public record Structure(Verdict verdict, Axis axis, String unit, Resolution resolution, List<Column> columns,
        Method method, List<ChangePoint> changePoints, List<Segment> segments, List<RecurringPhase> phases,
        List<Repetition> repetitions, List<Trend> trends) {

    /** What comes less often is no repetition: that two stretches are alike may be chance. */
    public static final int LEAST_REPETITIONS = 3;

    public enum Verdict {
        @JsonProperty("found") FOUND,
        /** Looked for, and none found at this resolution. */
        @JsonProperty("none") NONE,
        /** Too few bins to look for any. */
        @JsonProperty("too_short") TOO_SHORT,
        /** No rate varies, or none was counted. */
        @JsonProperty("nothing_varies") NOTHING_VARIES
    }

    /**
     * @param bins equal bins in which change points were looked for
     * @param bin width of each
     * @param fineBins equal bins in which repetitions were looked for
     * @param fineBin width of each
     * @param length of what was looked at
     * @param shortestSegment that can be told
     * @param shortestPeriod that can be told
     */
    public record Resolution(int bins, double bin, int fineBins, double fineBin, double length, double shortestSegment,
            double shortestPeriod) {}

    /** @param unit of its rates */
    public record Column(String event, String unit) {}

    /**
     * PELT (Killick, Fearnhead, Eckley 2012).
     *
     * @param cost of a segment, in words
     * @param penalty of a change point, in units of twice the log likelihood
     * @param autocorrelationBins so many neighbouring bins tell as much as one: the likelihood is divided by it
     * @param surrogates series of the same cosines with random signs, and as many of the same blocks in random order,
     *     of which none may be segmented as well
     */
    public record Method(String cost, double penalty, double autocorrelationBins, int surrogates) {}

    /**
     * @param at position
     * @param strength by how many times its penalty it makes the likelihood better; at least about 1
     */
    public record ChangePoint(double at, double strength) {}

    /**
     * @param phase name of the phase it belongs to
     * @param rates mean of each column; null where nothing was measured
     */
    public record Segment(double from, double to, String phase, List<Double> rates) {
        public double length() {
            return to - from;
        }
    }

    /**
     * @param name "A", "B", ... in the order of first appearance
     * @param times how often the run enters it
     * @param length in all
     * @param share of the run, 0..1
     * @param rates mean of each column
     */
    public record RecurringPhase(String name, int times, double length, double share, List<Double> rates) {}

    /**
     * @param count how often
     * @param from where the first one begins
     * @param to where the last one ends
     * @param period mean length of one
     * @param low lower end of the 95 % interval of the mean
     * @param high its upper end
     * @param variation standard deviation of single lengths / mean, a drift taken out; 0..1
     * @param similarity mean correlation of one with the pattern of all, 0..1; null where it was told by phases alone
     * @param phase that begins each time; null where it was told by the autocorrelation alone
     * @param drift null where the length neither grows nor shrinks
     * @param starts where each begins
     */
    public record Repetition(int count, double from, double to, double period, double low, double high,
            double variation, Double similarity, String phase, Drift drift, List<Double> starts) {}

    /**
     * How the length of a repetition changes. @param first length at the beginning @param last length at the end, by
     * Theil-Sen @param p of Mann-Kendall
     */
    public record Drift(double first, double last, double p) {}

    /**
     * @param column index into {@link Structure#columns}
     * @param from where the part begins
     * @param to where it ends
     * @param whole the part is the whole run
     * @param start rate at its beginning by the Theil-Sen line
     * @param end rate at its end
     * @param excess Mann-Kendall's S / the largest among series of noise with the same memory
     */
    public record Trend(int column, double from, double to, boolean whole, double start, double end, double excess) {}

    /** A stretch in one phase: segments of the same phase that follow one another are one. */
    public record Stay(String phase, double from, double to) {}

    /** In order, without gaps; empty where there are no phases. */
    public List<Stay> stays() {
        List<Stay> stays = new ArrayList<>();
        for (Segment s : segments) {
            Stay last = stays.isEmpty() ? null : stays.get(stays.size() - 1);
            if (last != null && last.phase().equals(s.phase())) {
                stays.set(stays.size() - 1, new Stay(s.phase(), last.from(), s.to()));
            } else {
                stays.add(new Stay(s.phase(), s.from(), s.to()));
            }
        }
        return stays;
    }

    public Optional<RecurringPhase> phase(String name) {
        return phases.stream().filter(p -> p.name().equalsIgnoreCase(name)).findFirst();
    }

    @JsonIgnore
    public boolean isFound() {
        return verdict == Verdict.FOUND;
    }
}
