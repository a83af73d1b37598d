package runbench.pas2p.order;

import java.util.HashMap;
import java.util.Map;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceFormat;

/** The remaining messages of a trace by channel; needed only if some receives have no sends. */
final class FutureSends {
    private record Channel(int source, int destination, int tag, int comm) {}

    private final Map<Channel, int[]> left = new HashMap<>();

    private FutureSends() {
    }

    /**
     * Counts the remaining messages.
     *
     * @param processed number of processed events of each location
     */
    static FutureSends of(MpiTrace trace, long[] processed) {
        FutureSends future = new FutureSends();
        for (int l = 0; l < trace.locations(); l++) {
            try (EventCursor e = trace.cursor(l)) {
                long seen = 0;
                while (e.advance()) {
                    if (e.kind() == TraceFormat.SEND && seen >= processed[l]) {
                        future.left.computeIfAbsent(new Channel(trace.rankOf(l), e.peer(), e.tag(), e.comm()),
                                c -> new int[1])[0]++;
                    }
                    seen += e.isEvent() ? 1 : 0;
                }
            }
        }
        return future;
    }

    void sent(int source, int destination, int tag, int comm) {
        int[] count = left.get(new Channel(source, destination, tag, comm));
        if (count != null) {
            count[0]--;
        }
    }

    /** Returns true if the trace contains a later message of this channel. */
    boolean expected(int source, int destination, int tag, int comm) {
        int[] count = left.get(new Channel(source, destination, tag, comm));
        return count != null && count[0] > 0;
    }
}
