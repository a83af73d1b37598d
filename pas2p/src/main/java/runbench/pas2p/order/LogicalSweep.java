package runbench.pas2p.order;

import java.util.function.IntConsumer;
import runbench.base.progress.Progress;
import runbench.pas2p.order.Channels.Channel;
import runbench.pas2p.order.Channels.FutureSends;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.order.SweepReport.Stall;
import runbench.pas2p.order.SweepReport.SweepTally;
import runbench.pas2p.order.SweepReport.Unmatched;
import runbench.pas2p.order.SweepSink.CausalSink;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceFormat;

/**
 * Assignment of logical times: walks all locations (ranks and their further threads) tick by tick and matches messages
 * on the way.
 *
 * <p>A location advances until its next event belongs to a later tick or waits for another location: a receive for its
 * send, a collective for its members. A non-blocking collective is placed at its start, at its own location's time; its
 * completion waits for all starts and follows them. The logical times do not depend on the order in which locations
 * advance, so the result does not depend on physical time. No location runs ahead of the others, so memory is
 * proportional to the messages in flight in logical time. The cost is linear in events.
 */
public final class LogicalSweep {
    private final MpiTrace trace;
    private final OrderRule rule;
    private final SweepSink sink;
    /** Receiver of causal relations; null: none. */
    private final CausalSink causes;
    private final Progress progress;
    private final MessageChannels messages;
    private final Collectives collectives;

    private final EventCursor[] cursor;
    /** Logical time of the next event of each location, if that is a send. */
    private final int[] next;
    /** True: the location's current event is a collective whose start was counted. */
    private final boolean[] arrived;
    private final boolean[] ended;
    private final long[] processed;
    private final TickQueue queue;
    private final IntConsumer wake;
    private int tick;
    private int running;

    private final SweepTally tally = new SweepTally();
    private FutureSends future;

    private LogicalSweep(MpiTrace trace, OrderRule rule, SweepSink sink, CausalSink causes, Progress progress) {
        this.trace = trace;
        this.rule = rule;
        this.sink = sink;
        this.progress = progress;
        this.collectives = new Collectives(trace.communicators());
        this.causes = causes;
        messages = new MessageChannels(trace, causes);
        int locations = trace.locations();
        cursor = new EventCursor[locations];
        next = new int[locations];
        arrived = new boolean[locations];
        ended = new boolean[locations];
        processed = new long[locations];
        queue = new TickQueue(locations);
        wake = queue::wake;
    }

    /**
     * Walks the trace.
     *
     * @param progress receives the number of ordered events
     */
    public static SweepReport run(MpiTrace trace, OrderRule rule, SweepSink sink, Progress progress) {
        return run(trace, rule, sink, null, progress);
    }

    /**
     * Walks the trace and passes causal relations.
     *
     * @param causes receiver of causal relations; null: none
     */
    public static SweepReport run(MpiTrace trace, OrderRule rule, SweepSink sink, CausalSink causes,
            Progress progress) {
        return new LogicalSweep(trace, rule, sink, causes, progress).run();
    }

    private SweepReport run() {
        long total = trace.events();
        String stop = null;
        try {
            for (int l = 0; l < cursor.length; l++) {
                cursor[l] = trace.cursor(l);
                if (cursor[l].advance()) {
                    running++;
                    queue.park(l);
                } else {
                    ended[l] = true;
                }
            }
            for (tick = 0; running > 0; tick++) {
                queue.nextTick();
                while (queue.hasRunnable()) {
                    advance(queue.nextLocation());
                }
                sink.endTick(tick);
                if ((tick & 0x3ff) == 0) {
                    progress.at(tally.events(), total);
                }
                if (queue.nobodyIsParked() && running > 0) {
                    stop = trace.complete() ? null : Stall.why(trace, cursor, ended, processed);
                    if (stop != null) {
                        break;
                    }
                    resolveStall();
                }
            }
            progress.at(tally.events(), total);
        } finally {
            for (EventCursor c : cursor) {
                if (c != null) {
                    c.close();
                }
            }
        }
        return tally.report(trace, messages, stop);
    }

    private void advance(int location) {
        EventCursor event = cursor[location];
        do {
            boolean done = switch (event.kind()) {
                case TraceFormat.SEND -> send(location, event);
                case TraceFormat.RECV -> receive(location, event);
                case TraceFormat.COLL -> event.isEvent() ? collective(location, event) : completion(location, event);
                default -> start(location, event);
            };
            if (!done) {
                return;
            }
        } while (step(location, event));
    }

    private boolean step(int location, EventCursor event) {
        arrived[location] = false;
        if (event.advance()) {
            return true;
        }
        ended[location] = true;
        running--;
        return false;
    }

    /**
     * Orders a send.
     *
     * @return false if the location must wait for a later tick
     */
    private boolean send(int location, EventCursor event) {
        if (next[location] > tick) {
            queue.park(location);
            return false;
        }
        emit(location, event);
        if (future != null) {
            future.sent(trace.rankOf(location), event.peer(), event.tag(), event.comm());
        }
        int waiting = messages.send(location, event, tick);
        if (waiting >= 0) {
            queue.wake(waiting);
        }
        return true;
    }

    private void emit(int location, EventCursor event) {
        sink.event(location, tick, event);
        next[location] = tick + 1;
        processed[location]++;
        tally.event(tick);
    }

    private boolean receive(int location, EventCursor event) {
        SharedChannels.Message message = messages.awaited(location, event);
        Channel channel = messages.awaitedOn(message, location, event);
        if (!channel.available()) {
            channel.await(location);
            return false;
        }
        int at = channel.tick() + 1;
        if (rule == OrderRule.LAMPORT) {
            at = Math.max(at, next[location]);
            if (at > tick) {
                next[location] = at;
                queue.park(location);
                return false;
            }
        }
        long sent = channel.nanos();
        if (channel.bytes() != (int) event.bytes()) {
            tally.otherSize(trace.rankOf(location), event, channel.bytes());
        }
        if (causes != null) {
            causes.received(location, event, channel.carriers(), channel.carriedAt());
        }
        channel.take();
        messages.received(location, message);
        tally.matched();
        received(location, event, at, sent);
        return true;
    }

    private void received(int location, EventCursor event, int at, long sentNanos) {
        sink.receive(location, at, event, sentNanos);
        next[location] = rule == OrderRule.LAMPORT ? at + 1 : Math.max(next[location], at);
        processed[location]++;
        tally.event(at);
    }

    private boolean start(int location, EventCursor event) {
        if (next[location] > tick) {
            queue.park(location);
            return false;
        }
        Collectives.Operation operation = collectives.at(event.comm(), event.post());
        enter(location, event, operation, tick);
        emit(location, event);
        release(operation);
        return true;
    }

    /**
     * Orders the completion of a non-blocking collective; the following events come after all members' starts. A
     * completion is no event: the order of completions may differ from run to run.
     */
    private boolean completion(int location, EventCursor event) {
        Collectives.Operation operation = collectives.at(event.comm(), event.post());
        if (!operation.allStarted()) {
            operation.await(location);
            return false;
        }
        next[location] = Math.max(next[location], operation.tick() + 1);
        leave(location, event, operation);
        return true;
    }

    private void release(Collectives.Operation operation) {
        if (operation.allStarted()) {
            operation.release(wake);
        }
    }

    private boolean collective(int location, EventCursor event) {
        Collectives.Operation operation = collectives.at(event.comm(), event.post());
        if (!arrived[location]) {
            arrived[location] = true;
            enter(location, event, operation, next[location]);
            release(operation);
        }
        if (!operation.allStarted()) {
            operation.await(location);
            return false;
        }
        next[location] = Math.max(next[location], operation.tick());
        if (next[location] > tick) {
            queue.park(location);
            return false;
        }
        emit(location, event);
        leave(location, event, operation);
        return true;
    }

    private void enter(int location, EventCursor event, Collectives.Operation operation, int at) {
        if (causes != null) {
            causes.entered(location, event, operation.carried(causes), operation.nobodyStarted());
        }
        operation.start(at);
    }

    private void leave(int location, EventCursor event, Collectives.Operation operation) {
        if (causes != null) {
            causes.left(location, event, operation.carried(causes));
        }
        collectives.complete(event.comm(), operation);
    }

    /**
     * Resolves a stall: the trace is complete, but all locations wait because an event has no counterpart. Gives up on
     * receives without any later message first; then on collectives, which need not synchronise all members in reality;
     * then on any receive.
     */
    private void resolveStall() {
        if (future == null) {
            future = FutureSends.of(trace, processed);
        }
        if (!giveUpReceives(true) && !giveUpCollective()) {
            giveUpReceives(false);
        }
    }

    /**
     * Gives up on receives.
     *
     * @param hopeless true: only on receives without any later message; false: on the first one
     */
    private boolean giveUpReceives(boolean hopeless) {
        boolean any = false;
        for (int l = 0; l < cursor.length && (hopeless || !any); l++) {
            EventCursor e = cursor[l];
            if (ended[l] || e.kind() != TraceFormat.RECV) {
                continue;
            }
            int rank = trace.rankOf(l);
            SharedChannels.Message message = messages.awaited(l, e);
            if (hopeless && (message != null ? messages.exists(message)
                    : future.expected(e.peer(), rank, e.tag(), e.comm()))) {
                continue;
            }
            messages.awaitedOn(message, l, e).stopWaiting();
            messages.received(l, message);
            tally.unmatchedReceive(
                    new Unmatched("receive", rank, e.peer(), e.tag(), e.comm(), MpiOp.of(e.op()), e.number(), next[l]));
            if (causes != null) {
                causes.received(l, e, null, 0);
            }
            received(l, e, next[l], Long.MIN_VALUE);
            if (step(l, e)) {
                queue.park(l);
            }
            any = true;
        }
        return any;
    }

    private boolean giveUpCollective() {
        for (int l = 0; l < cursor.length; l++) {
            EventCursor e = cursor[l];
            if (!ended[l] && e.kind() == TraceFormat.COLL) {
                Collectives.Operation operation = collectives.at(e.comm(), e.post());
                tally.brokenCollective(new Unmatched("collective", trace.rankOf(l), e.peer(), 0, e.comm(),
                        MpiOp.of(e.op()), e.number(), next[l]));
                operation.giveUpOnMissing();
                operation.release(queue::park);
                return true;
            }
        }
        return false;
    }

    /** The locations that can advance within this tick, and those that wait for the next one. */
    private static final class TickQueue {
        private int[] runnable;
        private int runnableCount;
        private int[] parked;
        private int parkedCount;

        TickQueue(int locations) {
            runnable = new int[locations];
            parked = new int[locations];
        }

        /** Starts the next tick: parked locations can advance. */
        void nextTick() {
            int[] spare = runnable;
            runnable = parked;
            runnableCount = parkedCount;
            parked = spare;
            parkedCount = 0;
        }

        boolean hasRunnable() {
            return runnableCount > 0;
        }

        int nextLocation() {
            return runnable[--runnableCount];
        }

        /** Suspends a location until the next tick. */
        void park(int location) {
            parked[parkedCount++] = location;
        }

        /** Resumes a location within this tick. */
        void wake(int location) {
            runnable[runnableCount++] = location;
        }

        boolean nobodyIsParked() {
            return parkedCount == 0;
        }
    }
}
