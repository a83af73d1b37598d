package runbench.pas2p.order;

import java.util.ArrayList;
import java.util.List;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;

/** Counts and examples of matched and unmatched events in a walk. */
final class SweepTally {
    private static final int EXAMPLES = 1000;

    private final List<Unmatched> examples = new ArrayList<>();
    private final List<SizeMismatch> sizeExamples = new ArrayList<>();
    private long events;
    private long matched;
    private long unmatchedReceives;
    private long brokenCollectives;
    private long otherSize;
    private int maxTick = -1;

    /** Counts an event with a logical time. */
    void event(int tick) {
        events++;
        maxTick = Math.max(maxTick, tick);
    }

    long events() {
        return events;
    }

    /** Counts a matched receive. */
    void matched() {
        matched++;
    }

    void unmatchedReceive(Unmatched unmatched) {
        unmatchedReceives++;
        example(unmatched);
    }

    void brokenCollective(Unmatched unmatched) {
        brokenCollectives++;
        example(unmatched);
    }

    /**
     * Counts a receive whose size differs from its message's.
     *
     * @param rank rank of the receiver
     * @param sent low 32 bits of the message's size
     */
    void otherSize(int rank, EventCursor receive, int sent) {
        otherSize++;
        if (sizeExamples.size() < EXAMPLES) {
            sizeExamples.add(new SizeMismatch(rank, receive.peer(), receive.tag(), receive.comm(),
                    Integer.toUnsignedLong(sent), receive.bytes() & 0xffffffffL));
        }
    }

    /**
     * Returns the report.
     *
     * @param stop cause of an early stop; null: the walk reached the end of the trace
     */
    SweepReport report(MpiTrace trace, MessageChannels messages, String stop) {
        long[] left = new long[1];
        boolean cut = !trace.complete();
        messages.leftovers((source, destination, tag, comm, sentAt) -> {
            left[0]++;
            if (!cut) {
                example(new Unmatched("send", source, destination, tag, comm, MpiOp.NONE, 0, sentAt));
            }
        });
        return new SweepReport(events, maxTick + 1, matched, cut ? 0 : left[0], unmatchedReceives, brokenCollectives,
                List.copyOf(examples), trace.events() - events, stop, cut ? left[0] : 0, otherSize,
                List.copyOf(sizeExamples));
    }

    private void example(Unmatched unmatched) {
        if (examples.size() < EXAMPLES) {
            examples.add(unmatched);
        }
    }
}
