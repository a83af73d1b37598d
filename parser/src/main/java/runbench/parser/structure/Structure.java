package runbench.parser.structure;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import runbench.parser.series.Axis;

/**
 * The structure found in the counters of one run. Positions and lengths are in the unit of the axis: seconds, or 10^6
 * instructions.
 *
 * @param verdict result of the search; if nothing was found, the reason
 * @param axis axis of the search
 * @param unit unit of positions and lengths
 * @param resolution bins of the search
 * @param columns events with a rate in every segment and phase, in the order of all lists of rates
 * @param method criterion for change points; null if no search was possible
 * @param changePoints positions at which a rate changes, in order
 * @param segments between change points, without gaps from the first bin to the end; empty without change points
 * @param phases classes of similar segments, in the order of their names
 * @param repetitions repetitions, the one that covers most of the run first
 * @param trends rates that rise or fall, over the whole run or a long segment of it
 * @param waitingCycle cycle of computing and waiting, along wall time whatever the axis is; null if there is none
 */
public record Structure(Verdict verdict, Axis axis, String unit, Resolution resolution, List<Column> columns,
        Method method, List<ChangePoint> changePoints, List<Segment> segments, List<RecurringPhase> phases,
        List<Repetition> repetitions, List<Trend> trends, WaitingCycle waitingCycle) {

    /** Minimum number of occurrences of a repetition; two similar intervals may be chance. */
    public static final int MIN_REPETITIONS = 3;
    /** Minimum length of a visible stay, and of all stays of a visible phase, as a share of the run. */
    static final double MIN_VISIBLE_SHARE = 0.02;
    /** Name of the phase in which the program waits; the phases of what it computes have letters. */
    public static final String WAITING = "waiting";

    public enum Verdict {
        @JsonProperty("found") FOUND,
        /** The search found nothing at this resolution. */
        @JsonProperty("none") NONE,
        /** The run has too few bins for a search. */
        @JsonProperty("too_short") TOO_SHORT,
        /** No rate varies, or none was counted. */
        @JsonProperty("nothing_varies") NOTHING_VARIES
    }

    /**
     * The bins of the search.
     *
     * @param bins number of equal bins of the change point search
     * @param bin width of such a bin
     * @param fineBins number of equal bins of the search for repetitions
     * @param fineBin width of such a bin
     * @param length length of the searched interval
     * @param shortestSegment length from which segments are found whose rates differ by a factor of 2; shorter ones may
     *     be missed
     * @param shortestPeriod length of the shortest detectable period
     */
    public record Resolution(int bins, double bin, int fineBins, double fineBin, double length, double shortestSegment,
            double shortestPeriod) {}

    /**
     * A column of rates.
     *
     * @param event name of the event
     * @param unit unit of the rates
     * @param ignored whether the search ignored the event: it describes the environment, or has too few counts
     * @param mean mean rate of the whole run in this unit; null if it was not measured
     */
    public record Column(String event, String unit, boolean ignored, Double mean) {}

    /**
     * The criterion for change points.
     *
     * @param cost of a segment, in words
     * @param penalty minimum gain of a change point, in units of twice the log likelihood: squared standard errors
     * @param autocorrelationBins divisor of the likelihood; 1, because the variances of the noise contain its
     *     correlation
     * @param surrogates number of series of the same cosines with random signs, and of series of the same blocks in
     *     random order; none may be segmented equally well
     */
    public record Method(String cost, double penalty, double autocorrelationBins, int surrogates) {}

    /**
     * @param at position
     * @param strength gain in likelihood / penalty; at least 1. Null at both ends of a wait, which is recorded
     */
    public record ChangePoint(double at, Double strength) {}

    /**
     * @param phase name of the phase it belongs to
     * @param rates mean of each column; null if it was not measured
     */
    public record Segment(double from, double to, String phase, List<Double> rates) {
        public double length() {
            return to - from;
        }
    }

    /**
     * @param name "A", "B", ... in the order of first appearance, those with a visible share of the run first; or
     *     {@value Structure#WAITING}
     * @param times number of times the run enters the phase
     * @param length in all
     * @param share of the run, 0..1
     * @param rates mean of each column
     */
    public record RecurringPhase(String name, int times, double length, double share, List<Double> rates) {
        /** Returns whether the program waits in this phase. */
        @JsonIgnore
        public boolean isWaiting() {
            return name.equals(WAITING);
        }

        /** Returns whether the phase has a share of the run that a person sees. */
        @JsonIgnore
        public boolean isVisible() {
            return share >= MIN_VISIBLE_SHARE;
        }
    }

    /**
     * A repetition.
     *
     * @param count number of occurrences
     * @param from position at which the first occurrence begins
     * @param to position at which the last occurrence ends
     * @param period mean length of one
     * @param low lower end of the 95 % interval of the mean
     * @param high its upper end
     * @param variation standard deviation of single lengths / mean after removal of a drift, 0..1
     * @param similarity mean correlation of one occurrence with the mean pattern, 0..1; null if only phases show the
     *     repetition
     * @param phase phase that begins every occurrence; null if its parts are not phases of their own
     * @param drift null if the length neither grows nor shrinks
     * @param starts positions at which the occurrences begin
     * @param groups number of groups of consecutive occurrences; above 1 inside of another repetition
     */
    public record Repetition(int count, double from, double to, double period, double low, double high,
            double variation, Double similarity, String phase, Drift drift, List<Double> starts, int groups) {
        Repetition withoutPhase() {
            return new Repetition(count, from, to, period, low, high, variation, similarity, null, drift, starts,
                    groups);
        }
    }

    /**
     * The change of a repetition's length.
     *
     * @param first length at the beginning
     * @param last length at the end, by Theil-Sen
     * @param p of Mann-Kendall
     */
    public record Drift(double first, double last, double p) {}

    /**
     * A rate that rises or falls along a line, of rates or of their logarithms.
     *
     * @param column index into {@link Structure#columns}
     * @param from start of the part
     * @param to end of the part
     * @param whole whether the part is the whole run
     * @param start rate at its beginning by the Theil-Sen line
     * @param end rate at its end
     * @param low lower end of the 95 % interval of end / start
     * @param high its upper end
     * @param excess Mann-Kendall's S / the largest among series of noise with the same memory
     */
    public record Trend(int column, double from, double to, boolean whole, double start, double end, double low,
            double high, double excess) {}

    /**
     * A cycle of computing and waiting along wall time; lengths and positions in s.
     *
     * @param count number of cycles
     * @param from position at which the first cycle begins
     * @param to position at which the last cycle ends
     * @param period mean length of a cycle
     * @param low lower end of the 95 % interval of the mean
     * @param high its upper end
     * @param variation standard deviation of single lengths without ready time / their mean, 0..1
     * @param computing mean time of a cycle in which a task was on a CPU
     * @param waiting mean time of a cycle in which all tasks waited
     * @param ready mean time of a cycle in which a task was ready, but none had a CPU; 0 if it is unknown
     */
    public record WaitingCycle(int count, double from, double to, double period, double low, double high,
            double variation, double computing, double waiting, double ready) {}

    /** An interval in one phase. Consecutive segments of the same phase form one interval. */
    public record Stay(String phase, double from, double to) {}

    /** Returns a copy with a cycle of computing and waiting. */
    Structure with(WaitingCycle cycle) {
        return new Structure(Verdict.FOUND, axis, unit, resolution, columns, method, changePoints, segments, phases,
                repetitions, trends, cycle);
    }

    /** Returns the intervals in order, without gaps; empty if there are no phases. */
    public List<Stay> stays() {
        return stays(segments);
    }

    static List<Stay> stays(List<Segment> segments) {
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

    /** Returns the phases with at least {@value #MIN_VISIBLE_SHARE} of the run, the longest first. */
    public List<RecurringPhase> visiblePhases() {
        return phases.stream()
                .filter(RecurringPhase::isVisible)
                .sorted(Comparator.comparingDouble(RecurringPhase::share).reversed())
                .toList();
    }

    @JsonIgnore
    public boolean isFound() {
        return verdict == Verdict.FOUND;
    }

    /**
     * Returns the stays that a description of the whole chart names, in order. A stay below {@value #MIN_VISIBLE_SHARE}
     * of the run belongs to the stay before it. Adjacent stays of one phase are merged.
     */
    public List<Stay> visibleStays() {
        double minLength = MIN_VISIBLE_SHARE * resolution.length();
        List<Stay> visible = new ArrayList<>();
        for (Stay stay : stays()) {
            Stay last = visible.isEmpty() ? null : visible.get(visible.size() - 1);
            boolean samePhase = last != null && last.phase().equals(stay.phase());
            boolean isLong = stay.to() - stay.from() >= minLength;
            if (last != null && (samePhase || !isLong)) {
                visible.set(visible.size() - 1, new Stay(last.phase(), last.from(), stay.to()));
            } else if (isLong) {
                visible.add(new Stay(stay.phase(), visible.isEmpty() ? stays().get(0).from() : stay.from(), stay.to()));
            }
        }
        return visible;
    }
}
