package runbench.pas2p.order;

import java.util.List;

/**
 * The outcome of ordering a trace.
 *
 * @param events events that got a logical time
 * @param ticks logical times: 0 .. ticks - 1
 * @param matched receives with a send
 * @param unmatchedSends messages without a receive
 * @param unmatchedReceives receives without a message
 * @param brokenCollectives collective operations that some members never reached
 * @param examples the first events without a counterpart
 * @param leftOut events of an incomplete trace that could not be ordered
 * @param stoppedAt cause of the stop; null: the trace was ordered to its end
 * @param inFlight messages in flight at the stop
 * @param otherSize matched receives whose size differs from their message's: these matches are wrong
 * @param sizeExamples the first of them
 */
public record SweepReport(long events, int ticks, long matched, long unmatchedSends, long unmatchedReceives,
        long brokenCollectives, List<Unmatched> examples, long leftOut, String stoppedAt, long inFlight, long otherSize,
        List<SizeMismatch> sizeExamples) {

    public long unmatched() {
        return unmatchedSends + unmatchedReceives + brokenCollectives;
    }
}
