package runbench.parser.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.parser.series.BinnedCounts;
import runbench.parser.structure.SegmentSearch.Interval;

/**
 * The parts of a run along wall time: the segments of its running time, and the waits that divide them. A segment is
 * searched in running time, because waits cut it into pieces of a few samples along wall time.
 */
final class WallParts {
    private WallParts() {
    }

    /**
     * A part of a run on the axis that is shown.
     *
     * @param in its bins on that axis
     * @param segment number of its segment; {@value #WAIT} in a wait
     */
    record Part(Interval in, int segment) {
        static final int WAIT = -1;

        boolean isWait() {
            return segment == WAIT;
        }
    }

    /** Returns the segments themselves as parts, if they were searched on the axis that is shown. */
    static List<Part> of(List<Interval> segments) {
        List<Part> parts = new ArrayList<>();
        for (int s = 0; s < segments.size(); s++) {
            parts.add(new Part(segments.get(s), s));
        }
        return parts;
    }

    /**
     * Returns the parts in order, without gaps. An edge of segments within the shortest segment from a wait is in this
     * wait: a sample that contains a wait has counts from before and after it.
     *
     * @param segments segments in bins of running time
     * @param runWidth width of such a bin, s
     * @param shortest length of the shortest segment, s of running time
     * @param shown counts of an event in bins of wall time
     */
    static List<Part> of(List<Interval> segments, double runWidth, double shortest, BinnedCounts shown,
            WallPositions positions) {
        double width = shown.binWidth();
        List<WallPositions.Wait> waits = positions.waits(2 * width);
        double[] waitsAt = waits.stream().mapToDouble(w -> positions.run(w.middle())).toArray();
        int[] segmentOf = new int[shown.bins()];
        for (int s = 1; s < segments.size(); s++) {
            double at = segments.get(s).from() * runWidth;
            int wait = nearest(waitsAt, at);
            boolean isInWait = wait >= 0 && Math.abs(waitsAt[wait] - at) <= shortest;
            double wall = isInWait ? waits.get(wait).middle() : positions.wall(at);
            Arrays.fill(segmentOf, bin(wall, width, shown.bins()), shown.bins(), s);
        }
        for (WallPositions.Wait wait : waits) {
            Arrays.fill(segmentOf, bin(wait.from(), width, shown.bins()), bin(wait.to(), width, shown.bins()),
                    Part.WAIT);
        }
        List<Part> parts = new ArrayList<>();
        for (int from = 0, b = 1; b <= segmentOf.length; b++) {
            if (b == segmentOf.length || segmentOf[b] != segmentOf[from]) {
                parts.add(new Part(new Interval(from, b), segmentOf[from]));
                from = b;
            }
        }
        return parts;
    }

    private static int bin(double at, double width, int bins) {
        return (int) Math.max(0, Math.min(bins, Math.round(at / width)));
    }

    /** Returns the index of the value nearest to another; -1 if there are none. */
    private static int nearest(double[] ascending, double to) {
        int found = Arrays.binarySearch(ascending, to);
        int after = found >= 0 ? found : -found - 1;
        boolean isBefore = after == ascending.length || after > 0 && to - ascending[after - 1] <= ascending[after] - to;
        return isBefore ? after - 1 : after;
    }
}
