package runbench.pas2p.order;

import java.util.ArrayList;
import java.util.List;
import runbench.base.progress.Progress;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceFormat;

/**
 * Gives every event its logical time by walking all locations (ranks, and their further threads) tick by tick, matching
 * messages on the way.
 *
 * <p>A location is advanced until its next event belongs to a later tick or waits for another rank: a receive for its
 * send, a collective for its members. A non-blocking collective
 * stands where it starts, at the time of its own location; its completion waits for all starts and comes after them. No
 * logical time depends on the order in which ranks are advanced, so neither
 * does the result on physical time. As no rank runs ahead of the others, memory holds the messages that are in flight
 * in logical time, whatever the length of the trace; the cost is linear in events.
 */
public final class LogicalSweep {
    private static final int EXAMPLES = 1000;

    private final MpiTrace trace;
    private final OrderRule rule;
    private final SweepSink sink;
    private final Progress progress;
    private final Channels channels = new Channels();
    private final Collectives collectives;

    /** Null when every channel belongs to one location on either side. */
    private final SharedChannels shared;

    private final EventCursor[] cursor;
    /** Logical time of the next event of each location, if that is a send. */
    private final int[] next;
    /** The location's current event is a collective that has been counted as started. */
    private final boolean[] arrived;
    private final boolean[] ended;
    private final long[] processed;
    private int tick;
    private int[] work;
    private int workCount;
    private int[] later;
    private int laterCount;
    private int running;

    private long events;
    private long matched;
    private long unmatchedReceives;
    private long unmatchedSends;
    private long brokenCollectives;
    private long otherSize;
    private int maxTick = -1;
    private FutureSends future;
    private final List<Unmatched> examples = new ArrayList<>();
    private final List<SizeMismatch> sizeExamples = new ArrayList<>();

    private LogicalSweep(MpiTrace trace, OrderRule rule, SweepSink sink, Progress progress) {
        this.trace = trace;
        this.rule = rule;
        this.sink = sink;
        this.progress = progress;
        this.collectives = new Collectives(trace.communicators());
        this.shared = SharedChannels.of(trace);
        int locations = trace.locations();
        cursor = new EventCursor[locations];
        next = new int[locations];
        arrived = new boolean[locations];
        ended = new boolean[locations];
        processed = new long[locations];
        work = new int[locations];
        later = new int[locations];
    }

    /** @param progress told events ordered */
    public static SweepReport run(MpiTrace trace, OrderRule rule, SweepSink sink, Progress progress) {
        return new LogicalSweep(trace, rule, sink, progress).run();
    }

    private SweepReport run() {
        long total = trace.events();
        String stop = null;
        try {
            for (int r = 0; r < cursor.length; r++) {
                cursor[r] = trace.cursor(r);
                if (cursor[r].advance()) {
                    running++;
                    park(r);
                } else {
                    ended[r] = true;
                }
            }
            for (tick = 0; running > 0; tick++) {
                swap();
                while (workCount > 0) {
                    advance(work[--workCount]);
                }
                sink.endTick(tick);
                if ((tick & 0x3ff) == 0) {
                    progress.at(events, total);
                }
                if (laterCount == 0 && running > 0) {
                    stop = trace.complete() ? null : whyStalled();
                    if (stop != null) {
                        break;
                    }
                    resolveStall();
                }
            }
            progress.at(events, total);
        } finally {
            for (EventCursor c : cursor) {
                if (c != null) {
                    c.close();
                }
            }
        }
        return report(total, stop);
    }

    private SweepReport report(long total, String stop) {
        long[] left = new long[1];
        boolean cut = !trace.complete();
        channels.leftovers((source, destination, tag, comm, sentAt) -> {
            left[0]++;
            if (!cut) {
                boolean own = source >= 0;
                example(new Unmatched("send", own ? source : shared.source(-1 - source), destination,
                        own ? tag : shared.tag(-1 - source), comm, MpiOp.NONE, 0, sentAt));
            }
        });
        unmatchedSends = cut ? 0 : left[0];
        return new SweepReport(events, maxTick + 1, matched, unmatchedSends, unmatchedReceives, brokenCollectives,
                List.copyOf(examples), total - events, stop, cut ? left[0] : 0, otherSize, List.copyOf(sizeExamples));
    }

    private void swap() {
        int[] spare = work;
        work = later;
        workCount = laterCount;
        later = spare;
        laterCount = 0;
    }

    private void park(int rank) {
        later[laterCount++] = rank;
    }

    private void wake(int rank) {
        work[workCount++] = rank;
    }

    private void advance(int rank) {
        EventCursor event = cursor[rank];
        do {
            boolean done = switch (event.kind()) {
                case TraceFormat.SEND -> send(rank, event);
                case TraceFormat.RECV -> receive(rank, event);
                case TraceFormat.COLL -> event.isEvent() ? collective(rank, event) : completion(rank, event);
                default -> start(rank, event);
            };
            if (!done) {
                return;
            }
        } while (step(rank, event));
    }

    private boolean step(int rank, EventCursor event) {
        arrived[rank] = false;
        if (event.advance()) {
            return true;
        }
        ended[rank] = true;
        running--;
        return false;
    }

    /** @return false when the rank must wait for a later tick */
    private boolean send(int rank, EventCursor event) {
        if (next[rank] > tick) {
            park(rank);
            return false;
        }
        emit(rank, event);
        if (future != null) {
            future.sent(trace.rankOf(rank), event.peer(), event.tag(), event.comm());
        }
        int source = trace.rankOf(rank);
        SharedChannels.Message message = shared == null ? null : shared.send(rank, source, event);
        int channel = channelOf(message, source, event.peer(), event.tag(), event.comm());
        int waiting = channels.send(channel, tick, event.startNanos(), event.bytes());
        if (waiting >= 0) {
            wake(waiting);
        }
        return true;
    }

    /** The messages of a shared channel have a channel each: under a source that no rank has, and their serial number. */
    private int channelOf(SharedChannels.Message message, int source, int destination, int tag, int comm) {
        if (message != null) {
            return channels.find(-1 - message.channel(), destination, message.serial(), comm);
        }
        int channel = channels.find(source, destination, tag, comm);
        if (!channels.ordered(channel)) {
            int[] sequence = receiveOrder(destination, source, tag, comm);
            if (sequence != null) {
                channels.order(channel, sequence);
            }
        }
        return channel;
    }

    /** Of the one location of this rank that receives from the channel. */
    private int[] receiveOrder(int rank, int source, int tag, int comm) {
        int[] sequence = trace.present(rank) ? trace.receiveOrder(rank).of(source, tag, comm) : null;
        for (int l = trace.ranks(); sequence == null && l < trace.locations(); l++) {
            if (trace.rankOf(l) == rank) {
                sequence = trace.receiveOrder(l).of(source, tag, comm);
            }
        }
        return sequence;
    }

    private void emit(int rank, EventCursor event) {
        sink.event(rank, tick, event);
        next[rank] = tick + 1;
        maxTick = tick;
        counted(rank);
    }

    private void counted(int rank) {
        events++;
        processed[rank]++;
    }

    private boolean receive(int rank, EventCursor event) {
        int destination = trace.rankOf(rank);
        SharedChannels.Message message = shared == null ? null : shared.awaited(rank, destination, event);
        int channel = channelOf(message, event.peer(), destination, event.tag(), event.comm());
        if (!channels.available(channel)) {
            channels.await(channel, rank);
            return false;
        }
        int at = channels.tick(channel) + 1;
        if (rule == OrderRule.LAMPORT) {
            at = Math.max(at, next[rank]);
            if (at > tick) {
                next[rank] = at;
                park(rank);
                return false;
            }
        }
        long sent = channels.nanos(channel);
        if (channels.bytes(channel) != (int) event.bytes()) {
            otherSize(destination, event, channels.bytes(channel));
        }
        channels.take(channel);
        if (message != null) {
            shared.received(rank, message);
        }
        matched++;
        received(rank, event, at, sent);
        return true;
    }

    private void otherSize(int rank, EventCursor event, int sent) {
        otherSize++;
        if (sizeExamples.size() < EXAMPLES) {
            sizeExamples.add(new SizeMismatch(rank, event.peer(), event.tag(), event.comm(), Integer.toUnsignedLong(sent),
                    event.bytes() & 0xffffffffL));
        }
    }

    private void received(int rank, EventCursor event, int at, long sentNanos) {
        sink.receive(rank, at, event, sentNanos);
        maxTick = Math.max(maxTick, at);
        next[rank] = rule == OrderRule.LAMPORT ? at + 1 : Math.max(next[rank], at);
        counted(rank);
    }

    private boolean start(int rank, EventCursor event) {
        if (next[rank] > tick) {
            park(rank);
            return false;
        }
        Collectives.Operation operation = collectives.at(event.comm(), event.post());
        operation.start(tick);
        emit(rank, event);
        release(operation);
        return true;
    }

    /**
     * What follows is after all members' starts. No event: which of several operations a program hears of first may differ
     * from run to run.
     */
    private boolean completion(int rank, EventCursor event) {
        Collectives.Operation operation = collectives.at(event.comm(), event.post());
        if (!operation.everybodyStarted()) {
            operation.await(rank);
            return false;
        }
        next[rank] = Math.max(next[rank], operation.tick() + 1);
        collectives.complete(event.comm(), operation);
        return true;
    }

    private void release(Collectives.Operation operation) {
        if (operation.everybodyStarted()) {
            for (int i = 0; i < operation.waitingCount(); i++) {
                wake(operation.waiting(i));
            }
            operation.released();
        }
    }

    private boolean collective(int rank, EventCursor event) {
        Collectives.Operation operation = collectives.at(event.comm(), event.post());
        if (!arrived[rank]) {
            arrived[rank] = true;
            operation.start(next[rank]);
            release(operation);
        }
        if (!operation.everybodyStarted()) {
            operation.await(rank);
            return false;
        }
        next[rank] = Math.max(next[rank], operation.tick());
        if (next[rank] > tick) {
            park(rank);
            return false;
        }
        emit(rank, event);
        collectives.complete(event.comm(), operation);
        return true;
    }

    private String whyStalled() {
        for (int r = 0; r < cursor.length; r++) {
            if (!ended[r]) {
                EventCursor e = cursor[r];
                int waiting = running;
                return String.format("%d of %d %s wait for events that are not in the trace; the first, rank %d%s, at its %s",
                        waiting, cursor.length, cursor.length == trace.ranks() ? "ranks" : "ranks and threads",
                        trace.rankOf(r), trace.threadOf(r) == 0 ? "" : ", thread " + trace.threadOf(r), e.kind() == TraceFormat.RECV
                                ? String.format("receive from rank %d (tag %d, event %,d of the rank)", e.peer(), e.tag(), processed[r] + 1)
                                : String.format("%s (event %,d of the rank)", MpiOp.of(e.op()).mpiName(), processed[r] + 1));
            }
        }
        return "no rank is left";
    }

    /**
     * The trace is complete and yet everybody waits: something has no counterpart. First receives for which no message is
     * to come any more; then collectives, which need not synchronise everybody in reality; then any receive.
     */
    private void resolveStall() {
        if (future == null) {
            future = FutureSends.of(trace, processed);
        }
        if (!giveUpReceives(true) && !giveUpCollective()) {
            giveUpReceives(false);
        }
    }

    /** @param hopeless only those for which no message will come; else the first */
    private boolean giveUpReceives(boolean hopeless) {
        boolean any = false;
        for (int r = 0; r < cursor.length && (hopeless || !any); r++) {
            EventCursor e = cursor[r];
            if (ended[r] || e.kind() != TraceFormat.RECV) {
                continue;
            }
            int rank = trace.rankOf(r);
            SharedChannels.Message message = shared == null ? null : shared.awaited(r, rank, e);
            if (hopeless && (message != null ? shared.exists(message)
                    : future.expected(e.peer(), rank, e.tag(), e.comm()))) {
                continue;
            }
            channels.stopWaiting(channelOf(message, e.peer(), rank, e.tag(), e.comm()));
            if (message != null) {
                shared.received(r, message);
            }
            unmatchedReceives++;
            example(new Unmatched("receive", rank, e.peer(), e.tag(), e.comm(), MpiOp.of(e.op()), e.number(), next[r]));
            received(r, e, next[r], Long.MIN_VALUE);
            if (step(r, e)) {
                park(r);
            }
            any = true;
        }
        return any;
    }

    private boolean giveUpCollective() {
        for (int r = 0; r < cursor.length; r++) {
            EventCursor e = cursor[r];
            if (!ended[r] && e.kind() == TraceFormat.COLL) {
                Collectives.Operation operation = collectives.at(e.comm(), e.post());
                brokenCollectives++;
                example(new Unmatched("collective", trace.rankOf(r), e.peer(), 0, e.comm(), MpiOp.of(e.op()), e.number(), next[r]));
                operation.giveUpOnMissing();
                for (int i = 0; i < operation.waitingCount(); i++) {
                    park(operation.waiting(i));
                }
                operation.released();
                return true;
            }
        }
        return false;
    }

    private void example(Unmatched unmatched) {
        if (examples.size() < EXAMPLES) {
            examples.add(unmatched);
        }
    }
}
