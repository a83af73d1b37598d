package runbench.pas2p.order;

import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceFormat;

/** The cause of a stall: every location of an incomplete trace waits for another one. */
final class Stall {
    private Stall() {
    }

    /**
     * Returns the cause in words.
     *
     * @param processed number of ordered events of each location
     */
    static String why(MpiTrace trace, EventCursor[] cursor, boolean[] ended, long[] processed) {
        int first = -1;
        int waiting = 0;
        for (int l = cursor.length - 1; l >= 0; l--) {
            if (!ended[l]) {
                first = l;
                waiting++;
            }
        }
        if (first < 0) {
            return "no rank is left";
        }
        EventCursor e = cursor[first];
        return String.format("%d of %d %s wait for events that are not in the trace; the first, rank %d%s, at its %s",
                waiting, cursor.length, cursor.length == trace.ranks() ? "ranks" : "ranks and threads",
                trace.rankOf(first), trace.threadOf(first) == 0 ? "" : ", thread " + trace.threadOf(first),
                e.kind() == TraceFormat.RECV
                        ? String.format("receive from rank %d (tag %d, event %,d of the rank)", e.peer(), e.tag(),
                                processed[first] + 1)
                        : String.format("%s (event %,d of the rank)", MpiOp.of(e.op()).mpiName(),
                                processed[first] + 1));
    }
}
