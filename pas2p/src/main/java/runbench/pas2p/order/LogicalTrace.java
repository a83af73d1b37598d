package runbench.pas2p.order;

import java.util.Arrays;
import runbench.base.progress.Progress;
import runbench.base.error.RunbenchException;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;

/**
 * All events of a trace with their logical times, in memory, in columns. For methods that need receives in logical
 * order, for exports and for looking at small traces; long traces go through {@link LogicalSweep} alone.
 */
public final class LogicalTrace {
    /** What scripts/runbench hands on to the JVM. */
    static final String HEAP_VARIABLE = "RUNBENCH_JVM_OPTIONS";
    /** Heap that one event takes here, with the space to grow. */
    private static final int BYTES_PER_EVENT = 150;

    private final int ranks;
    private final OrderRule rule;
    private final SweepReport report;
    private int size;
    private int[] rank;
    private int[] tick;
    private long[] type;
    private long[] bytes;
    private long[] startNanos;
    private long[] endNanos;
    private long[] computeNanos;
    private long[] mpiNanos;
    private long[] sentNanos;
    private int[] number;

    private LogicalTrace(MpiTrace trace, OrderRule rule, Progress progress) {
        this.ranks = trace.locations();
        this.rule = rule;
        int capacity = (int) Math.max(16, Math.min(trace.events(), Integer.MAX_VALUE - 8));
        rank = new int[capacity];
        tick = new int[capacity];
        type = new long[capacity];
        bytes = new long[capacity];
        startNanos = new long[capacity];
        endNanos = new long[capacity];
        computeNanos = new long[capacity];
        mpiNanos = new long[capacity];
        sentNanos = new long[capacity];
        number = new int[capacity];
        report = LogicalSweep.run(trace, rule, new Collector(trace), progress);
    }

    /** @throws RunbenchException when the trace does not fit into this JVM's heap */
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

    private final class Collector implements SweepSink {
        private final MpiTrace trace;

        Collector(MpiTrace trace) {
            this.trace = trace;
        }

        @Override
        public void event(int r, int t, EventCursor e) {
            add(r, t, e, Long.MIN_VALUE);
        }

        @Override
        public void receive(int r, int t, EventCursor e, long sent) {
            add(r, t, e, sent == Long.MIN_VALUE ? sent : trace.clocks().toReference(e.peer(), sent));
        }

        @Override
        public void endTick(int t) {
            // Rows are built once everything is known.
        }

        private void add(int r, int t, EventCursor e, long sent) {
            int i = size++;
            rank[i] = r;
            tick[i] = t;
            type[i] = EventType.of(e, trace.communicators());
            bytes[i] = e.bytes();
            startNanos[i] = trace.clocks().toReference(r, e.startNanos());
            endNanos[i] = trace.clocks().toReference(r, e.endNanos());
            computeNanos[i] = e.computeNanos();
            mpiNanos[i] = e.mpiNanos();
            sentNanos[i] = sent;
            number[i] = e.number();
        }
    }

    /** Sequences of events: locations of the trace, which are its ranks unless threads call MPI too. */
    public int ranks() {
        return ranks;
    }

    public OrderRule rule() {
        return rule;
    }

    public SweepReport report() {
        return report;
    }

    /** Events; those of one rank stand in program order. */
    public int size() {
        return size;
    }

    public int rank(int event) {
        return rank[event];
    }

    public int tick(int event) {
        return tick[event];
    }

    /** See {@link EventType}. */
    public long type(int event) {
        return type[event];
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

    /** CPU time outside MPI from MPI_Init to this event. */
    public long computeNanos(int event) {
        return computeNanos[event];
    }

    /** Wall time inside MPI from MPI_Init to the entry of this event's call. */
    public long mpiNanos(int event) {
        return mpiNanos[event];
    }

    /** When the message of a receive was sent; {@link Long#MIN_VALUE} for everything else. */
    public long sentNanos(int event) {
        return sentNanos[event];
    }

    /** Serial number among the rank's sends and collectives. */
    public int number(int event) {
        return number[event];
    }

    public boolean isReceive(int event) {
        return type[event] < 0;
    }

    /** The events of one rank in program order. */
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
}
