package runbench.parser.structure;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.parser.structure.SegmentSearch.Interval;

/** The decision whether segments are more than noise: those of a whole run, or single bursts. */
final class SegmentTest {
    /** Minimum factor of a clear edge, as a logarithm: 2, less what the samples that hold the edge take away. */
    static final double CLEAR_FACTOR = Math.log(2) - 0.1;
    /** Properties of an edge that needs no test against surrogates, because the run is too short for them. */
    private static final double CLEAR_STRENGTH = 2;
    private static final int CLEAR_BINS = 5;
    private static final int MANY_EDGES = 16;
    /** Maximum number of bursts that are tested one by one; it bounds the time. */
    private static final int MAX_BURSTS = 16;
    private static final double MAX_SHARE_OF_BURST = 0.05;

    private SegmentTest() {
    }

    /** Returns the number of edges between neighbours of at least {@link #CLEAR_BINS} that differ by a factor of 2. */
    private static long clearEdges(List<RateColumn> columns, SegmentSearch.Found found) {
        return IntStream.range(1, found.segments().size()).filter(s -> isClear(columns, found, s)).count();
    }

    /** Returns whether the edge before a segment is clear. */
    private static boolean isClear(List<RateColumn> columns, SegmentSearch.Found found, int segment) {
        Interval before = found.segments().get(segment - 1);
        Interval after = found.segments().get(segment);
        return found.strengths().get(segment - 1) >= CLEAR_STRENGTH * SegmentSearch.MIN_STRENGTH
                && Math.min(before.length(), after.length()) >= CLEAR_BINS
                && columns.stream()
                        .anyMatch(
                                c -> Math.abs(Letters.logRate(c, before) - Letters.logRate(c, after)) >= CLEAR_FACTOR);
    }

    /**
     * Returns the segments of a run in which only single bursts are more than noise: in the wide bins of the test of
     * the whole run they have less than a block. Without such bursts, the run is one segment.
     */
    static SegmentSearch.Found bursts(List<RateColumn> columns, SegmentSearch.Found found) {
        if (found.segments().size() == 1) {
            return found;
        }
        List<Integer> edges = IntStream.range(1, found.segments().size() - 1)
                .filter(s -> isClear(columns, found, s) && isClear(columns, found, s + 1))
                .boxed()
                .sorted(Comparator.comparingDouble(
                        (Integer s) -> -Math.min(found.strengths().get(s - 1), found.strengths().get(s))))
                .limit(MAX_BURSTS)
                .map(found.segments()::get)
                .filter(b -> b.length() <= MAX_SHARE_OF_BURST * columns.get(0).bins()
                        && SurrogateTest.passesBurst(columns, b.from(), b.to()))
                .flatMap(b -> Stream.of(b.from(), b.to()))
                .distinct()
                .sorted()
                .toList();
        return edges.isEmpty() ? SegmentSearch.whole(columns) : SegmentSearch.of(columns, edges);
    }

    /**
     * Returns whether the segments are more than noise. If most of many edges are clear, there is no test against
     * surrogates: in its wide bins it cannot see segments of a few samples.
     */
    static boolean isBeyondNoise(List<RateColumn> columns, SegmentSearch.Found found) {
        long clear = clearEdges(columns, found);
        return clear >= MANY_EDGES && 2 * clear >= found.strengths().size()
                || SurrogateTest.passes(columns, clear > 0, () -> LongMemory.isExplained(columns, found));
    }
}
