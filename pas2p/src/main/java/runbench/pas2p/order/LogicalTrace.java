package runbench.pas2p.order;

import java.util.Arrays;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;

/**
 * All events of a trace with their logical times, in memory, in columns. Used by methods that need receives in logical
 * order, by exports and for small traces; long traces use {@link LogicalSweep} alone.
 */
public final class LogicalTrace {
    /** The environment variable for the heap size, which scripts/runbench passes to the JVM. */
    static final String HEAP_VARIABLE = "RUNBENCH_JVM_OPTIONS";
    private static final int NO_SEND = -1;
    /** Heap per event, bytes, including spare capacity. */
    private static final int BYTES_PER_EVENT = 150;

    private final int ranks;
    private final OrderRule rule;
    private final SweepReport report;
    private int size;
    private int[] rank;
    private int[] tick;
    private long[] type;
    private short[] op;
    private long[] bytes;
    private long[] startNanos;
    private long[] endNanos;
    private long[] computeNanos;
    private long[] mpiNanos;
    private long[] sentNanos;
    private int[] number;
    private int[] send;

    private LogicalTrace(MpiTrace trace, OrderRule rule, Progress progress) {
        this.ranks = trace.locations();
        this.rule = rule;
        int capacity = (int) Math.max(16, Math.min(trace.events(), Integer.MAX_VALUE - 8));
        rank = new int[capacity];
        tick = new int[capacity];
        type = new long[capacity];
        op = new short[capacity];
        bytes = new long[capacity];
        startNanos = new long[capacity];
        endNanos = new long[capacity];
        computeNanos = new long[capacity];
        mpiNanos = new long[capacity];
        sentNanos = new long[capacity];
        number = new int[capacity];
        send = new int[capacity];
        Collector collector = new Collector(trace);
        report = LogicalSweep.run(trace, rule, collector, collector, progress);
    }

    /**
     * Reads a trace.
     *
     * @throws RunbenchException the trace does not fit into this JVM's heap
     */
    public static LogicalTrace of(MpiTrace trace, OrderRule rule, Progress progress) {
        long room = Runtime.getRuntime().maxMemory();
        if (trace.events() > Integer.MAX_VALUE - 8 || trace.events() * BYTES_PER_EVENT > room) {
            throw RunbenchException
                    .machine(String.format("%,d events do not fit into memory (%,d MB allowed, about %,d MB needed)",
                            trace.events(), room >> 20, trace.events() * BYTES_PER_EVENT >> 20))
                    .remedy("use the default --method phases, which streams, or more memory: " + HEAP_VARIABLE + "=-Xmx"
                            + ((trace.events() * BYTES_PER_EVENT >> 30) + 1) + "g runbench pas2p ...");
        }
        return new LogicalTrace(trace, rule, progress);
    }

    /** Collects the events; a message carries the index of its send to its receive. */
    private final class Collector implements SweepSink, SweepSink.CausalSink {
        private final MpiTrace trace;
        /** The send of the message that is being received; {@link #NO_SEND}: missing. */
        private int awaitedSend = NO_SEND;

        Collector(MpiTrace trace) {
            this.trace = trace;
        }

        @Override
        public void event(int r, int t, EventCursor e) {
            add(r, t, e, Long.MIN_VALUE, NO_SEND);
        }

        @Override
        public void receive(int r, int t, EventCursor e, long sent) {
            add(r, t, e, sent == Long.MIN_VALUE ? sent : trace.clocks().toReference(e.peer(), sent), awaitedSend);
        }

        @Override
        public void endTick(int t) {
            // Rows are built after the walk.
        }

        @Override
        public int carriedWords() {
            return 1;
        }

        @Override
        public void sent(int location, EventCursor e, long[] words, int at) {
            words[at] = size - 1;
        }

        @Override
        public void received(int location, EventCursor e, long[] words, int at) {
            awaitedSend = words == null ? NO_SEND : (int) words[at];
        }

        @Override
        public Object newOperation() {
            return this;
        }

        @Override
        public void entered(int location, EventCursor e, Object operation, boolean first) {
            // Only messages carry an index.
        }

        @Override
        public void left(int location, EventCursor e, Object operation) {
            // Only messages carry an index.
        }

        private void add(int r, int t, EventCursor e, long sent, int sendOfReceive) {
            int i = size++;
            rank[i] = r;
            tick[i] = t;
            type[i] = EventType.of(e, trace.communicators());
            op[i] = (short) e.op();
            bytes[i] = e.bytes();
            startNanos[i] = trace.clocks().toReference(r, e.startNanos());
            endNanos[i] = trace.clocks().toReference(r, e.endNanos());
            computeNanos[i] = e.computeNanos();
            mpiNanos[i] = e.mpiNanos();
            sentNanos[i] = sent;
            number[i] = e.number();
            send[i] = sendOfReceive;
        }
    }

    /** Returns the number of locations; equal to the number of ranks unless further threads call MPI. */
    public int ranks() {
        return ranks;
    }

    public OrderRule rule() {
        return rule;
    }

    public SweepReport report() {
        return report;
    }

    /** Returns the number of events; those of one rank are in program order. */
    public int size() {
        return size;
    }

    public int rank(int event) {
        return rank[event];
    }

    public int tick(int event) {
        return tick[event];
    }

    /** Returns the type of an event, see {@link EventType}. */
    public long type(int event) {
        return type[event];
    }

    /** Returns the number of an event's call, see {@link runbench.pas2p.trace.MpiOp}. */
    public int op(int event) {
        return op[event];
    }

    public long bytes(int event) {
        return bytes[event];
    }

    public long startNanos(int event) {
        return startNanos[event];
    }

    public long endNanos(int event) {
        return endNanos[event];
    }

    /** Returns the CPU time outside MPI from MPI_Init to an event, ns. */
    public long computeNanos(int event) {
        return computeNanos[event];
    }

    /** Returns the wall time inside MPI from MPI_Init to the entry of an event's call, ns. */
    public long mpiNanos(int event) {
        return mpiNanos[event];
    }

    /** Returns the time at which the message of a receive was sent; {@link Long#MIN_VALUE} for all other events. */
    public long sentNanos(int event) {
        return sentNanos[event];
    }

    /** Returns the send of the message that a receive takes; negative: it is missing, or the event is no receive. */
    public int sendOf(int event) {
        return send[event];
    }

    /** Returns the serial number of an event among the rank's sends and collectives. */
    public int number(int event) {
        return number[event];
    }

    public boolean isReceive(int event) {
        return type[event] < 0;
    }

    /** Returns the events of one rank in program order. */
    public int[] eventsOf(int r) {
        int[] found = new int[size];
        int n = 0;
        for (int i = 0; i < size; i++) {
            if (rank[i] == r) {
                found[n++] = i;
            }
        }
        return Arrays.copyOf(found, n);
    }

    /** The rules for logical times (ticks). */
    public enum OrderRule {
        /**
         * PAS2P logical ordering (Wong, PAS2P thesis, section 3.3.4 and figure 3.9): a receive is one tick after its
         * send, and does not delay the events of its own process beyond that tick.
         */
        PAS2P,
        /**
         * Lamport's logical clock (thesis, section 3.3.2): a receive also follows all earlier events of its process.
         */
        LAMPORT
    }
}
