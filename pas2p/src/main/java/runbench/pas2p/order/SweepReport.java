package runbench.pas2p.order;

import java.util.List;

/**
 * What became of the events of a trace while they were ordered.
 *
 * @param events events that got a logical time
 * @param ticks logical times used: 0 .. ticks - 1
 * @param matched receives whose send was found
 * @param unmatchedSends messages that nobody received
 * @param unmatchedReceives receives whose message nobody sent
 * @param brokenCollectives collective operations that some members never reached
 * @param examples the first of them
 * @param leftOut events behind the point where an incomplete trace cannot be ordered any further
 * @param stoppedAt why that is so; null for a trace that was ordered to its end
 * @param inFlight messages under way at that point
 * @param otherSize matched receives of another size than their message: their matches are wrong
 * @param sizeExamples the first of them
 */
public record SweepReport(long events, int ticks, long matched, long unmatchedSends, long unmatchedReceives,
        long brokenCollectives, List<Unmatched> examples, long leftOut, String stoppedAt, long inFlight, long otherSize,
        List<SizeMismatch> sizeExamples) {

    public long unmatched() {
        return unmatchedSends + unmatchedReceives + brokenCollectives;
    }
}
