package runbench.pas2p.order;

import java.util.ArrayList;
import java.util.List;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceFormat;

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

    /**
     * A receive whose size differs from that of its matched message. MPI does not permit that, so the match is wrong;
     * for example, the trace lacks a call that creates communicators.
     *
     * @param sent bytes, modulo 2^32
     * @param received bytes, modulo 2^32
     */
    public record SizeMismatch(int rank, int peer, int tag, int comm, long sent, long received) {
        @Override
        public String toString() {
            return String.format(
                    "receive of rank %d (peer %d, tag %d, communicator %08x): %,d bytes, of a message of %,d", rank,
                    peer, tag, comm, received, sent);
        }
    }

    /**
     * A communication event without its counterpart.
     *
     * @param what "send", "receive" or "collective"
     * @param rank rank of the event
     * @param peer destination, source or root; -1: none
     * @param number serial number among the rank's sends and collectives; 0: no longer known
     * @param tick logical time that was assigned nevertheless
     */
    public record Unmatched(String what, int rank, int peer, int tag, int comm, MpiOp op, int number, int tick) {
        @Override
        public String toString() {
            return String.format("%s of rank %d (peer %d, tag %d, communicator %08x%s)", what, rank, peer, tag, comm,
                    op == MpiOp.NONE ? "" : ", " + op.mpiName());
        }
    }

    /** Counts and examples of matched and unmatched events in a walk. */
    static final class SweepTally {
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
            return new SweepReport(events, maxTick + 1, matched, cut ? 0 : left[0], unmatchedReceives,
                    brokenCollectives, List.copyOf(examples), trace.events() - events, stop, cut ? left[0] : 0,
                    otherSize, List.copyOf(sizeExamples));
        }

        private void example(Unmatched unmatched) {
            if (examples.size() < EXAMPLES) {
                examples.add(unmatched);
            }
        }
    }

    /** The cause of a stall: every location of an incomplete trace waits for another one. */
    static final class Stall {
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
            return String.format(
                    "%d of %d %s wait for events that are not in the trace; the first, rank %d%s, at its %s", waiting,
                    cursor.length, cursor.length == trace.ranks() ? "ranks" : "ranks and threads", trace.rankOf(first),
                    trace.threadOf(first) == 0 ? "" : ", thread " + trace.threadOf(first),
                    e.kind() == TraceFormat.RECV
                            ? String.format("receive from rank %d (tag %d, event %,d of the rank)", e.peer(), e.tag(),
                                    processed[first] + 1)
                            : String.format("%s (event %,d of the rank)", MpiOp.of(e.op()).mpiName(),
                                    processed[first] + 1));
        }
    }
}
