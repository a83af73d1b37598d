package runbench.pas2p.efficiency;

import java.util.Arrays;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.TraceFormat;

/** Single calls in the order of the walk; those of one location are in ascending order of time. */
public final class RunCalls {
    private static final int WORDS = 4;
    private static final int INTS = 8;
    /** Kind of the time in calls without an event. */
    private static final int NO_EVENT = -1;

    private int size;
    /** Start, end, bytes and waiting time of each call. */
    private long[] times = new long[WORDS << 10];
    /** Location, site, function, peer, tag, send, awaited rank and kind of event of each call. */
    private int[] facts = new int[INTS << 10];

    int add(int location, long start, long end, EventCursor e, int site, int send) {
        return add(new long[]{start, end, e.bytes(), 0},
                new int[]{location, site, e.op(), e.peer(), e.tag(), send, -1, e.kind()});
    }

    /** Adds the time in calls without an event, such as a Waitall for sends. */
    void addWithoutEvent(int location, long start, long end) {
        add(new long[]{start, end, -1, 0}, new int[]{location, -1, 0, -1, 0, -1, -1, NO_EVENT});
    }

    private int add(long[] t, int[] f) {
        if (WORDS * (size + 1) > times.length) {
            times = Arrays.copyOf(times, 2 * times.length);
            facts = Arrays.copyOf(facts, 2 * facts.length);
        }
        System.arraycopy(t, 0, times, WORDS * size, WORDS);
        System.arraycopy(f, 0, facts, INTS * size, INTS);
        return size++;
    }

    void waited(int call, int awaited, long nanos) {
        times[WORDS * call + 3] += nanos;
        facts[INTS * call + 6] = awaited;
    }

    public int size() {
        return size;
    }

    public int location(int i) {
        return facts[INTS * i];
    }

    /** Returns the index in the trace's call sites; -1: not known. */
    public int site(int i) {
        return facts[INTS * i + 1];
    }

    public MpiOp op(int i) {
        return MpiOp.of(facts[INTS * i + 2]);
    }

    /** Returns the world rank of the destination, the source or the root; -1: none. */
    public int peer(int i) {
        return facts[INTS * i + 3];
    }

    public int tag(int i) {
        return facts[INTS * i + 4];
    }

    /** Returns the call that sent the message received by this one; -1: none, or not stored. */
    public int send(int i) {
        return facts[INTS * i + 5];
    }

    /** Returns the rank for which the call waited last; -1: it did not wait. */
    public int awaited(int i) {
        return facts[INTS * i + 6];
    }

    /** Returns false for the time in calls of which the trace has only the sum; it ends at the next event. */
    public boolean hasEvent(int i) {
        return facts[INTS * i + 7] != NO_EVENT;
    }

    /** Returns whether the call belongs to a collective operation. */
    public boolean isCollective(int i) {
        return hasEvent(i) && facts[INTS * i + 7] != TraceFormat.SEND && facts[INTS * i + 7] != TraceFormat.RECV;
    }

    public long startNanos(int i) {
        return times[WORDS * i];
    }

    /** Returns the end; equal to the start if an earlier event has the time of the same call. */
    public long endNanos(int i) {
        return times[WORDS * i + 1];
    }

    /** Returns the bytes of the message or operation; -1: unknown. */
    public long bytes(int i) {
        return times[WORDS * i + 2];
    }

    /** Returns the waiting time at the start of the call, ns. */
    public long waitedNanos(int i) {
        return times[WORDS * i + 3];
    }
}
