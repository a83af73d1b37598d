package runbench.align.traces;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.align.run.RankRecord;
import runbench.align.traces.Alignment.How;
import runbench.align.traces.Alignment.RankClock;
import runbench.base.quantity.Units;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;

/**
 * The time resolution between two ranks. Every comparison of events of two ranks tests it first and rejects or greys
 * differences that are smaller than the clocks resolve.
 */
public final class Comparability {
    private static final String NOTHING_GUARANTEED = "nothing is guaranteed, because a clock stepped or did not"
            + " run straight";

    private final Alignment alignment;

    Comparability(Alignment alignment) {
        this.alignment = alignment;
    }

    /** The result of a test whether times of two ranks can be compared. */
    public enum Verdict {
        COMPARABLE,
        /** The clocks' intervals are together wider than the requested resolution. */
        TOO_FINE,
        /** The relation of the clocks is unknown, or nothing is guaranteed at that time. */
        NOT_ALIGNED
    }

    /**
     * The result of a comparison.
     *
     * @param verdict the verdict
     * @param finestNanos smallest distinguishable difference at that time, ns; infinite: none
     * @param text reason for the user; empty for {@link Verdict#COMPARABLE}
     */
    public record Answer(Verdict verdict, double finestNanos, String text) {
        public boolean allowed() {
            return verdict == Verdict.COMPARABLE;
        }
    }

    /**
     * Returns the smallest distinguishable time difference between two ranks. Events further apart have a certain
     * order, because both guaranteed intervals together are shorter.
     *
     * @param refNanos reference time, ns
     * @return ns; 0: both read one clock; infinite: nothing bounds the difference
     */
    public double finestNanos(int a, int b, long refNanos) {
        RankClock one = alignment.clock(a);
        RankClock other = alignment.clock(b);
        if (one.sharesClockWith(other)) {
            return 0;
        }
        if (one.how() == How.NOT_ALIGNED || other.how() == How.NOT_ALIGNED) {
            return Double.POSITIVE_INFINITY;
        }
        PlacedStamp x = at(one.way(), refNanos);
        PlacedStamp y = at(other.way(), refNanos);
        return Math.max(x.hiNanos() - y.loNanos(), y.hiNanos() - x.loNanos());
    }

    /** Returns whether all ranks read one clock, so that differences between them are exact. */
    public boolean oneClock(Collection<Integer> ranks) {
        return ranks.stream()
                .limit(1)
                .allMatch(first -> ranks.stream()
                        .allMatch(r -> alignment.clock(first).sharesClockWith(alignment.clock(r))));
    }

    /**
     * Returns the smallest difference that is distinguishable between any two of the ranks.
     *
     * @return ns; 0: all read one clock; infinite: two of them cannot be compared
     */
    public double finestOfAllNanos(Collection<Integer> ranks, long refNanos) {
        if (oneClock(ranks)) {
            return 0;
        }
        Map<String, PlacedStamp> clocks = new HashMap<>();
        for (int rank : ranks) {
            RankClock clock = alignment.clock(rank);
            if (clock.how() == How.NOT_ALIGNED) {
                return Double.POSITIVE_INFINITY;
            }
            clocks.computeIfAbsent(clock.clockName(), k -> at(clock.way(), refNanos));
        }
        // The two ranks with the largest errors on opposite sides have different clocks, or the next one on one side
        // has.
        List<PlacedStamp> late = clocks.values()
                .stream()
                .sorted(Comparator.comparingDouble(PlacedStamp::hiNanos).reversed())
                .limit(2)
                .toList();
        List<PlacedStamp> early = clocks.values()
                .stream()
                .sorted(Comparator.comparingDouble(PlacedStamp::loNanos))
                .limit(2)
                .toList();
        return late.stream()
                .flatMapToDouble(a -> early.stream().filter(b -> b != a).mapToDouble(b -> a.hiNanos() - b.loNanos()))
                .max()
                .orElse(0);
    }

    /**
     * Tests whether a rank's time can be compared with the reference's, and so with other ranks', to within
     * {@code resolutionNanos} at that time.
     */
    public Answer askReference(int rank, long refNanos, double resolutionNanos) {
        RankClock clock = alignment.clock(rank);
        if (clock.how() == How.NOT_ALIGNED) {
            return new Answer(Verdict.NOT_ALIGNED, Double.POSITIVE_INFINITY, clock.why());
        }
        PlacedStamp at = at(clock.way(), refNanos);
        double finest = Math.max(-at.loNanos(), at.hiNanos());
        if (!(finest < Double.POSITIVE_INFINITY)) {
            return new Answer(Verdict.NOT_ALIGNED, Double.POSITIVE_INFINITY, NOTHING_GUARANTEED);
        }
        return resolutionNanos >= finest ? new Answer(Verdict.COMPARABLE, finest, "")
                : new Answer(Verdict.TOO_FINE, finest, "its clock is known to ±" + Units.nanos(finest)
                        + " there, and a bucket is " + Units.nanos(resolutionNanos));
    }

    private static PlacedStamp at(Timeline timeline, long refNanos) {
        PlacedStamp at = new PlacedStamp();
        timeline.locate(timeline.stampAt(refNanos), at);
        return at;
    }

    /** Tests whether times of two ranks can be compared to within {@code resolutionNanos} at that time. */
    public Answer ask(int a, int b, long refNanos, double resolutionNanos) {
        double finest = finestNanos(a, b, refNanos);
        if (Double.isInfinite(finest) || Double.isNaN(finest)) {
            return new Answer(Verdict.NOT_ALIGNED, Double.POSITIVE_INFINITY,
                    "the clocks of " + name(a) + " and " + name(b) + " cannot be compared there: " + why(a, b));
        }
        return resolutionNanos >= finest ? new Answer(Verdict.COMPARABLE, finest, "")
                : new Answer(Verdict.TOO_FINE, finest,
                        "the clocks of " + name(a) + " and " + name(b) + " tell nothing finer than "
                                + Units.nanos(finest) + " there; asked for: " + Units.nanos(resolutionNanos));
    }

    private String why(int a, int b) {
        for (int rank : new int[]{a, b}) {
            if (alignment.clock(rank).how() == How.NOT_ALIGNED) {
                return alignment.clock(rank).why();
            }
        }
        return NOTHING_GUARANTEED;
    }

    private String name(int rank) {
        RankRecord own = alignment.clock(rank).rank();
        return own.title() + " (" + own.host() + ")";
    }
}
