package runbench.pas2p.efficiency;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import runbench.pas2p.efficiency.IdealClocks.Entries;
import runbench.pas2p.efficiency.WaitTally.WaitCause;
import runbench.pas2p.order.SweepSink.CausalSink;
import runbench.pas2p.trace.CallSites;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;
import runbench.pas2p.trace.TraceFormat;

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
    /** Position of the send's call site in the word of its window. */
    private static final int SITE_SHIFT = 32;

    private static final int SEND = MpiOp.SEND.number();
    private static final int SSEND = MpiOp.SSEND.number();

    private final MpiTrace trace;
    private final RankTimelines clocks;
    private final Windows windows;
    private final CommPlaces places;
    private final int[] rankOf;
    private final CallSites sites;
    /** Waiting time by call site, ns. */
    final long[] waitedAt;
    final IdealClocks ideal;
    final WaitTally waits;
    final MessageTraffic traffic;
    final LocationTotals totals;
    /** Entry of the current call, in its node's clock; each event's times are read once. */
    private long start;
    private long end;
    private final LatestWait latest = new LatestWait();

    /** The waiting time that the latest received or left event added. */
    static final class LatestWait {
        WaitCause cause;
        int awaited;
        /** Call site, see {@link CallSites#id}; -1: not known. */
        int site;
        long endNanos;
        /** Part of the wait that was not counted before, ns; 0: no wait. */
        long nanos;

        private void set(WaitCause of, int forRank, int atSite, long untilNanos, long countedNanos) {
            cause = of;
            awaited = forRank;
            site = atSite;
            endNanos = untilNanos;
            nanos = countedNanos;
        }
    }

    EfficiencyPass(MpiTrace trace, Windows windows) {
        this.trace = trace;
        this.windows = windows;
        clocks = trace.clocks();
        rankOf = trace.ranksOfLocations();
        sites = trace.callSites();
        waitedAt = new long[sites.all().size()];
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
    private long enter(int l, EventCursor e) {
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
        words[at + WINDOW] = ideal.window(l) & 0xffffffffL | (long) sites.id(l, e.site()) << SITE_SHIFT;
        words[at + OFFSET] = ideal.offset(l);
        words[at + START] = t0;
        long t1 = exit(l);
        words[at + END] = waitsForItsReceive(e) ? t1 : t0;
        traffic.message(rankOf[l], e.peer(), e.bytes());
        traffic.call(l, e, start, end);
    }

    /** Returns true if the duration of a send may be waiting for its receiver, and only for that. */
    private static boolean waitsForItsReceive(EventCursor e) {
        int op = e.op();
        return (op == SEND || op == SSEND) && (e.flags() & TraceFormat.FLAG_NONBLOCKING) == 0;
    }

    @Override
    public void received(int l, EventCursor e, long[] words, int at) {
        long t0 = enter(l, e);
        long t1 = exit(l);
        traffic.call(l, e, start, end);
        latest.nanos = 0;
        if (words == null) {
            return;
        }
        ideal.notBefore(l, words[at + IDEAL], (int) words[at + WINDOW], words[at + OFFSET]);
        long sentFrom = words[at + START];
        if (sentFrom > t0) {
            long until = Math.min(sentFrom, t1);
            waitedAt(WaitCause.LATE_SENDER, e.peer(), sites.id(l, e.site()), until,
                    waits.waited(l, WaitCause.LATE_SENDER, rankOf[l], e.peer(), kind(l), t0, until));
        } else if (t0 < words[at + END] && (e.flags() & TraceFormat.FLAG_NONBLOCKING) == 0) {
            waits.waitedElsewhere(WaitCause.LATE_RECEIVER, e.peer(), rankOf[l], kind(l), t0 - sentFrom);
            waitedAt(WaitCause.LATE_RECEIVER, rankOf[l], (int) (words[at + WINDOW] >> SITE_SHIFT), t0, t0 - sentFrom);
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

    private int place(int l, EventCursor e) {
        return CollectiveFlow.of(e.op()) == CollectiveFlow.PREFIX ? places.rankIn(e.comm(), rankOf[l]) : -1;
    }

    @Override
    public void left(int l, EventCursor e, Object operation) {
        // A blocking call was entered before. The completing call of another operation is entered here.
        long t0 = e.isEvent() ? enteredBefore(l, e) : enter(l, e);
        long t1 = exit(l);
        traffic.call(l, e, start, end);
        latest.nanos = 0;
        Entries.Entry cause = cause(l, e, (Entries) operation);
        if (cause == null || !cause.present) {
            return;
        }
        ideal.notBefore(l, cause.ideal, cause.window, cause.offset);
        if (cause.real > t0) {
            long until = Math.min(cause.real, t1);
            int awaited = rankOf[cause.location];
            long waited = waits.waited(l, WaitCause.COLLECTIVE, rankOf[l], awaited, kind(l), t0, until);
            traffic.waitedInCollective(e.op(), waited);
            waitedAt(WaitCause.COLLECTIVE, awaited, sites.id(l, e.site()), until, waited);
        }
    }

    private void waitedAt(WaitCause cause, int awaited, int site, long until, long nanos) {
        latest.set(cause, awaited, site, until, nanos);
        if (site >= 0) {
            waitedAt[site] += nanos;
        }
    }

    /** Returns the wait of the latest received or left event. */
    LatestWait latestWait() {
        return latest;
    }

    /** Returns the entry of a call that the location has already reached, as {@link #enter} does. */
    private long enteredBefore(int l, EventCursor e) {
        start = e.startNanos();
        end = e.endNanos();
        return clocks.toReference(l, start);
    }

    private Entries.Entry cause(int l, EventCursor e, Entries entries) {
        return switch (CollectiveFlow.of(e.op())) {
            case ALL_TO_ALL -> entries.last();
            case FROM_ROOT -> entries.root();
            case TO_ROOT -> rankOf[l] == e.peer() ? entries.last() : null;
            case PREFIX -> entries.upTo(places.rankIn(e.comm(), rankOf[l]));
            case NEIGHBOURS -> null;
        };
    }

    /** Returns the kind of the window that a location has reached. */
    int kind(int l) {
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

    /** The data dependencies between the members of a collective operation. */
    private enum CollectiveFlow {
        /** Each member needs data of every member. */
        ALL_TO_ALL,
        /** Each member needs data of the root. */
        FROM_ROOT,
        /** The root needs data of each member. */
        TO_ROOT,
        /** Each member needs data of the ranks before it. */
        PREFIX,
        /** Members need data of neighbours, which the trace does not contain; the ideal run assumes no waiting. */
        NEIGHBOURS;

        private static final CollectiveFlow[] BY_NUMBER = new CollectiveFlow[256];

        static {
            for (int number = 0; number < BY_NUMBER.length; number++) {
                BY_NUMBER[number] = of(MpiOp.of(number));
            }
        }

        /**
         * Returns the dependencies of a call.
         *
         * @param op number of the call
         */
        static CollectiveFlow of(int op) {
            return BY_NUMBER[op & 0xff];
        }

        private static CollectiveFlow of(MpiOp op) {
            return switch (op.blocking()) {
                case BCAST, SCATTER, SCATTERV -> FROM_ROOT;
                case REDUCE, GATHER, GATHERV -> TO_ROOT;
                case SCAN, EXSCAN -> PREFIX;
                case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV,
                        NEIGHBOR_ALLTOALLW ->
                    NEIGHBOURS;
                default -> ALL_TO_ALL;
            };
        }
    }

    /** The position of each rank in a communicator. */
    private static final class CommPlaces {
        private static final int NOWHERE = -1;
        private static final int[] UNKNOWN = {};

        private final Map<Integer, int[]> places = new HashMap<>();
        private int[] latest = UNKNOWN;
        private int latestComm;

        CommPlaces(MpiTrace trace) {
            trace.members().forEach((comm, members) -> {
                int[] place = new int[trace.ranks()];
                Arrays.fill(place, NOWHERE);
                for (int i = 0; i < members.length; i++) {
                    place[members[i]] = i;
                }
                places.put(comm, place);
            });
        }

        /**
         * Returns the rank within a communicator.
         *
         * @return -1 if the trace does not contain it
         */
        int rankIn(int comm, int rank) {
            if (comm != latestComm || latest == UNKNOWN) {
                latestComm = comm;
                latest = places.getOrDefault(comm, UNKNOWN);
            }
            return latest == UNKNOWN ? NOWHERE : latest[rank];
        }
    }

    /** The cumulative values in the records of each location: time inside MPI, CPU time and counts outside MPI. */
    static final class LocationTotals {
        private static final int MPI = 0;
        private static final int LAST_CALL = 1;
        private static final int COMPUTE = 2;
        private static final int STRIDE = 4;

        /** The state of the locations; each one's words are contiguous, within one cache line. */
        private final long[] of;
        private final long[][] counts;

        LocationTotals(int locations, int events) {
            of = new long[locations * STRIDE];
            counts = new long[events][locations];
        }

        /**
         * Returns the time outside MPI since the location's previous event. Calls without an event, such as a failed
         * test or a wait for a send, count as inside MPI.
         *
         * @param length duration of the call, ns
         * @param gap time from the exit of the previous event to the entry of this one, ns
         */
        long usefulUpTo(int l, EventCursor e, long length, long gap) {
            long inside = e.mpiNanos();
            long useful = usefulAtEnd(l, inside, gap);
            int own = l * STRIDE;
            of[own + MPI] = inside;
            of[own + LAST_CALL] = length;
            of[own + COMPUTE] = e.computeNanos();
            for (int i = 0; i < counts.length; i++) {
                counts[i][l] = e.count(i);
            }
            return useful;
        }

        long usefulAtEnd(int l, long mpiNanos, long gap) {
            long elsewhere = mpiNanos - of[l * STRIDE + MPI] - of[l * STRIDE + LAST_CALL];
            return Math.max(0, gap - Math.max(0, elsewhere));
        }

        void computeAtEnd(int l, long nanos) {
            of[l * STRIDE + COMPUTE] = Math.max(of[l * STRIDE + COMPUTE], nanos);
        }

        /** Returns the CPU time outside MPI, ns. */
        long computeNanos(int l) {
            return of[l * STRIDE + COMPUTE];
        }

        /** Returns the count of an event outside MPI up to the location's last call. */
        long count(int event, int l) {
            return counts[event][l];
        }
    }
}
