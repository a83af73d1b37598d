package runbench.pas2p.efficiency;

import runbench.pas2p.order.CausalSink;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;
import runbench.pas2p.trace.TraceFormat;
import runbench.pas2p.trace.TracedCall;

/** The walk over a trace that computes the longest path, the waiting times and the communication. */
final class EfficiencyPass implements CausalSink {
    /**
     * The words that a message carries: its time in the ideal run, its window, its time within that window, and the
     * duration of its send.
     */
    private static final int IDEAL = 0;
    private static final int WINDOW = 1;
    private static final int OFFSET = 2;
    private static final int START = 3;
    private static final int END = 4;
    static final int WORDS = 5;

    private static final int SEND = MpiOp.SEND.number();
    private static final int SSEND = MpiOp.SSEND.number();

    private final MpiTrace trace;
    private final RankTimelines clocks;
    private final Windows windows;
    private final CommPlaces places;
    private final int[] rankOf;
    final IdealClocks ideal;
    final WaitTally waits;
    final MessageTraffic traffic;
    final LocationTotals totals;
    /** Entry of the current call, in its node's clock; each event's times are read once. */
    private long start;
    private long end;

    EfficiencyPass(MpiTrace trace, Windows windows) {
        this.trace = trace;
        this.windows = windows;
        clocks = trace.clocks();
        rankOf = trace.ranksOfLocations();
        places = new CommPlaces(trace);
        ideal = new IdealClocks(windows, trace.locations());
        waits = new WaitTally(trace.locations(), windows.kinds());
        traffic = new MessageTraffic(trace.locations());
        totals = new LocationTotals(trace.locations(), trace.countedEvents().size());
        for (int l = 0; l < trace.locations(); l++) {
            ideal.begin(l, trace.present(l) ? trace.initEndNanos(l) : windows.start());
        }
    }

    @Override
    public int carriedWords() {
        return WORDS;
    }

    @Override
    public Object newOperation() {
        return new Entries();
    }

    /** Advances a location to the entry of its call. Returns the entry. */
    private long enter(int l, TracedCall e) {
        start = e.startNanos();
        end = e.endNanos();
        long t0 = clocks.toReference(l, start);
        ideal.advance(l, t0, totals.usefulUpTo(l, e, end - start, t0 - ideal.at(l)));
        return t0;
    }

    /** Advances a location to the exit of the call that it entered last. Returns the exit. */
    private long exit(int l) {
        long t1 = clocks.toReference(l, end);
        ideal.advance(l, t1, 0);
        return t1;
    }

    @Override
    public void sent(int l, EventCursor e, long[] words, int at) {
        long t0 = enter(l, e);
        words[at + IDEAL] = ideal.ideal(l);
        words[at + WINDOW] = ideal.window(l);
        words[at + OFFSET] = ideal.offset(l);
        words[at + START] = t0;
        long t1 = exit(l);
        words[at + END] = waitsForItsReceive(e) ? t1 : t0;
        traffic.message(rankOf[l], e.peer(), e.bytes());
        traffic.call(l, e, start, end);
    }

    /** Returns true if the duration of a send may be waiting for its receiver, and only for that. */
    private static boolean waitsForItsReceive(TracedCall e) {
        int op = e.op();
        return (op == SEND || op == SSEND) && (e.flags() & TraceFormat.FLAG_NONBLOCKING) == 0;
    }

    @Override
    public void received(int l, EventCursor e, long[] words, int at) {
        long t0 = enter(l, e);
        long t1 = exit(l);
        traffic.call(l, e, start, end);
        if (words == null) {
            return;
        }
        ideal.notBefore(l, words[at + IDEAL], (int) words[at + WINDOW], words[at + OFFSET]);
        long sentFrom = words[at + START];
        if (sentFrom > t0) {
            waits.waited(l, WaitCause.LATE_SENDER, rankOf[l], e.peer(), kind(l), t0, Math.min(sentFrom, t1));
        } else if (t0 < words[at + END] && (e.flags() & TraceFormat.FLAG_NONBLOCKING) == 0) {
            waits.waitedElsewhere(WaitCause.LATE_RECEIVER, e.peer(), rankOf[l], kind(l), t0 - sentFrom);
        }
    }

    @Override
    public void entered(int l, EventCursor e, Object operation, boolean first) {
        enter(l, e);
        Entries entries = (Entries) operation;
        if (first) {
            entries.begin();
            traffic.operation(e.op());
        }
        entries.entered(ideal, l, rankOf[l] == e.peer(), place(l, e));
        traffic.member(e.op(), e.bytes());
        if (e.kind() == TraceFormat.COLL_START) {
            exit(l);
            traffic.call(l, e, start, end);
        }
    }

    private int place(int l, TracedCall e) {
        return CollectiveFlow.of(e.op()) == CollectiveFlow.PREFIX ? places.of(e.comm(), rankOf[l]) : -1;
    }

    @Override
    public void left(int l, EventCursor e, Object operation) {
        // A blocking call was entered before. The completing call of another operation is entered here.
        long t0 = e.isEvent() ? enteredBefore(l, e) : enter(l, e);
        long t1 = exit(l);
        traffic.call(l, e, start, end);
        Entries.Entry cause = cause(l, e, (Entries) operation);
        if (cause == null || !cause.present) {
            return;
        }
        ideal.notBefore(l, cause.ideal, cause.window, cause.offset);
        if (cause.real > t0) {
            long waited = waits.waited(l, WaitCause.COLLECTIVE, rankOf[l], rankOf[cause.location], kind(l), t0,
                    Math.min(cause.real, t1));
            traffic.waitedInCollective(e.op(), waited);
        }
    }

    /** Returns the entry of a call that the location has already reached, as {@link #enter} does. */
    private long enteredBefore(int l, TracedCall e) {
        start = e.startNanos();
        end = e.endNanos();
        return clocks.toReference(l, start);
    }

    private Entries.Entry cause(int l, TracedCall e, Entries entries) {
        return switch (CollectiveFlow.of(e.op())) {
            case ALL_TO_ALL -> entries.last();
            case FROM_ROOT -> entries.root();
            case TO_ROOT -> rankOf[l] == e.peer() ? entries.last() : null;
            case PREFIX -> entries.upTo(places.of(e.comm(), rankOf[l]));
            case NEIGHBOURS -> null;
        };
    }

    private int kind(int l) {
        return windows.kind(ideal.window(l));
    }

    /** Maps kinds of windows to other kinds. */
    void become(int[] kindOfKind, int howMany) {
        ideal.become(kindOfKind, howMany);
        waits.become(kindOfKind, howMany);
    }

    /**
     * Ends the walk: adds the time of each location after its last event.
     *
     * @param ordered true: the trace was ordered to its end
     */
    void finish(boolean ordered) {
        for (int l = 0; l < trace.locations(); l++) {
            if (!trace.present(l)) {
                continue;
            }
            if (ordered && trace.ended(l)) {
                long end = trace.endNanos(l);
                ideal.advance(l, end, totals.usefulAtEnd(l, trace.mpiNanosAtEnd(l), end - ideal.at(l)));
                totals.computeAtEnd(l, trace.computeNanosAtEnd(l));
            }
            ideal.end(l);
        }
    }
}
