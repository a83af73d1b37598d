package runbench.pas2p.phase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import runbench.pas2p.phase.RankBalance.RankTime;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;
import runbench.pas2p.trace.TraceFormat;

/**
 * The phase of each rank over time, to the nanosecond, in the clock of its own node. Other recordings by that clock can
 * be divided by phases without any clock model. Consecutive occurrences of one phase are one stretch. The stretches of
 * a rank follow each other without a gap, from its first event to the end of its last. Memory is proportional to the
 * changes of phase.
 *
 * <p>Sends and collectives end the parts of a rank, as in the cuts of a signature. Receives end them only in
 * occurrences in which the rank neither sends nor enters a collective: otherwise the last rank of a pipeline, which
 * only receives, would have no time in any phase.
 */
public final class RankPhases {
    private final int phases;
    private final Stretches[] ranks;

    private RankPhases(Stretches[] ranks, int phases) {
        this.phases = phases;
        this.ranks = ranks;
        for (Stretches rank : ranks) {
            rank.reserve(phases);
        }
    }

    /**
     * Returns the phases of all ranks. Walks over the events of the ranks of which the collector does not know all
     * parts once more, on all CPUs. For a rank with several threads that call MPI, the thread that called MPI_Init
     * counts.
     *
     * @param collected the parts that the search for phases has collected; for one call
     */
    static RankPhases of(MpiTrace trace, PhaseAnalysis analysis, PartCollector collected) {
        PhaseOccurrences occurrences = analysis.occurrences();
        Stretches[] ranks = IntStream.range(0, trace.ranks())
                .parallel()
                .mapToObj(r -> collected.isComplete(r, occurrences.size()) ? collected.ranks[r]
                        : Stretches.walked(trace, r, occurrences, collected.ticks.reader(r)))
                .toArray(Stretches[]::new);
        for (Stretches rank : ranks) {
            rank.closePart();
        }
        return new RankPhases(ranks, analysis.phases().size());
    }

    /**
     * The collection of the ranks' parts while phases are found, which saves the further walk. The search for phases
     * has no receives. They matter only in occurrences in which a rank does nothing else, so a rank is complete if it
     * sends or enters a collective in each occurrence. The others are walked by the ticks of their events.
     */
    static final class PartCollector {
        private final OrderedTicks ticks;
        /** Null: the rank has no part in an occurrence, or its parts are not collected. */
        private final Stretches[] ranks;

        /** @param ranks number of ranks whose parts are collected; 0: a walk adds those of all ranks */
        PartCollector(OrderedTicks ticks, int ranks) {
            this.ticks = ticks;
            this.ranks = new Stretches[ranks];
            Arrays.setAll(this.ranks, r -> new Stretches());
        }

        /** Returns an empty collector for a trace. */
        static PartCollector of(MpiTrace trace) {
            // The search for phases has events in reference time, a part is in the time of its node.
            return new PartCollector(new OrderedTicks(trace.locations()),
                    trace.clocks() == RankTimelines.NONE ? trace.ranks() : 0);
        }

        /** Returns the ticks of the ordered events, which the walk adds. */
        OrderedTicks ticks() {
            return ticks;
        }

        /**
         * Adds the events of an occurrence.
         *
         * @param of number of the occurrence; calls have ascending numbers
         * @param id number of its phase
         */
        void add(OpenPhase open, int fromRow, int toRow, int of, int id) {
            for (int i = open.rowStart[fromRow]; i < open.rowStart[toRow]; i++) {
                int location = open.rank[i];
                Stretches rank = location < ranks.length ? ranks[location] : null;
                if (rank != null && rank.occurrence >= of - 1) {
                    rank.add(of, id, open.startNanos[i], open.endNanos[i], open.mpiNanos[i], open.computeNanos[i]);
                } else if (rank != null) {
                    ranks[location] = null;
                }
            }
        }

        /** Returns whether all parts of a rank are known. */
        boolean isComplete(int rank, int occurrences) {
            return rank < ranks.length && ranks[rank] != null && ranks[rank].occurrence == occurrences - 1;
        }
    }

    private static final class Stretches {
        private long[] wall = {};
        private long[] mpi = {};
        private long[] cpu = {};
        private long[] visits = {};
        /** Number of occurrences by phase, and sums of the squares of each one's times outside MPI, s^2. */
        private long[] parts = {};
        private double[] busySquares = {};
        private double[] cpuSquares = {};
        private long[] start = new long[64];
        private int[] phase = new int[64];
        private int size;
        private long end;
        private long mpiSoFar;
        private long cpuSoFar;
        /**
         * Occurrence that the current part belongs to, its phase, and the times so far: on the clock, inside MPI, CPU
         * time outside MPI, and the time outside MPI. Sums per phase would need far more of the processor's cache.
         */
        private int occurrence = -1;
        private int current;
        private long partWall;
        private long partMpi;
        private long partCpu;
        private long busy;
        /** Latest receive since the last send or collective, in a later occurrence; -1: none. */
        private int received = -1;
        private int receivedPhase;
        private long receivedStart;
        private long receivedEnd;
        private long receivedMpi;
        private long receivedCpu;

        /** Makes room for the phases up to a number. */
        void reserve(int phases) {
            if (wall.length < phases) {
                wall = Arrays.copyOf(wall, phases);
                mpi = Arrays.copyOf(mpi, phases);
                cpu = Arrays.copyOf(cpu, phases);
                visits = Arrays.copyOf(visits, phases);
                parts = Arrays.copyOf(parts, phases);
                busySquares = Arrays.copyOf(busySquares, phases);
                cpuSquares = Arrays.copyOf(cpuSquares, phases);
            }
        }

        /** Returns the stretches of all events of a rank that were ordered. */
        static Stretches walked(MpiTrace trace, int rank, PhaseOccurrences all, OrderedTicks.Reader ticks) {
            Stretches walked = new Stretches();
            if (all.size() > 0) {
                walked.walk(trace, rank, all, ticks);
            }
            return walked;
        }

        private void walk(MpiTrace trace, int rank, PhaseOccurrences all, OrderedTicks.Reader ticks) {
            int sent = 0;
            try (EventCursor e = trace.cursor(rank)) {
                while (ticks.hasNext() && e.advance()) {
                    if (e.kind() == TraceFormat.RECV) {
                        int at = all.at(rank, ticks.next(), sent);
                        receive(at, all.phase(at), e);
                    } else if (e.isEvent()) {
                        sent = all.at(rank, ticks.next(), sent);
                        event(sent, all.phase(sent), e);
                    }
                }
            }
            if (received >= 0) { // its last receives follow its last send
                addReceived();
            }
        }

        private void event(int at, int id, EventCursor e) {
            if (received >= 0 && received < at) {
                addReceived();
            }
            received = -1;
            long inCall = e.endNanos() - e.startNanos();
            addUpTo(at, id, e.startNanos(), e.endNanos(), e.mpiNanos(), inCall, e.computeNanos());
        }

        private void receive(int at, int id, EventCursor e) {
            if (at <= occurrence) {
                return;
            }
            if (received >= 0 && received < at) {
                addReceived();
            }
            if (received != at) {
                receivedStart = e.startNanos();
            }
            received = at;
            receivedPhase = id;
            receivedEnd = e.endNanos();
            receivedMpi = e.mpiNanos() + e.endNanos() - e.startNanos();
            receivedCpu = e.computeNanos();
        }

        private void addReceived() {
            addUpTo(received, receivedPhase, receivedStart, receivedEnd, receivedMpi, 0, receivedCpu);
        }

        /**
         * Adds the part up to the end of a call.
         *
         * @param mpiTo time inside MPI up to the call
         * @param inCall time inside the call that {@code mpiTo} does not contain
         * @param cpuTo CPU time outside MPI up to the call
         */
        private void addUpTo(int at, int id, long from, long to, long mpiTo, long inCall, long cpuTo) {
            add(at, id, from, to, Math.max(0, mpiTo - mpiSoFar) + inCall, Math.max(0, cpuTo - cpuSoFar));
            mpiSoFar = mpiTo + inCall;
            cpuSoFar = cpuTo;
        }

        /**
         * Adds the part up to the end of a call.
         *
         * @param from start of the call, which is the start of the rank's first part
         * @param to end of the call
         * @param sinceMpi time inside MPI since the rank's previous part
         * @param sinceCpu CPU time outside MPI since then
         */
        private void add(int at, int id, long from, long to, long sinceMpi, long sinceCpu) {
            boolean first = size == 0;
            long since = first ? from : end;
            if (at != occurrence) {
                closePart();
                if (first || current != id) {
                    begin(id, since);
                }
                occurrence = at;
                current = id;
            }
            end = Math.max(since, to);
            long inside = first ? to - from : sinceMpi;
            partWall += end - since;
            partMpi += inside;
            partCpu += first ? 0 : sinceCpu;
            busy += Math.max(0, end - since - inside);
        }

        /** Adds the current part to its phase. */
        void closePart() {
            if (occurrence >= 0) {
                wall[current] += partWall;
                mpi[current] += partMpi;
                cpu[current] += partCpu;
                parts[current]++;
                busySquares[current] += busy / 1e9 * (busy / 1e9);
                cpuSquares[current] += partCpu / 1e9 * (partCpu / 1e9);
            }
            partWall = 0;
            partMpi = 0;
            partCpu = 0;
            busy = 0;
        }

        private void begin(int id, long at) {
            if (size == start.length) {
                start = Arrays.copyOf(start, size * 2);
                phase = Arrays.copyOf(phase, size * 2);
            }
            if (id >= wall.length) {
                reserve(id + 1 + (id >> 1));
            }
            visits[id]++;
            start[size] = at;
            phase[size++] = id;
        }
    }

    public int ranks() {
        return ranks.length;
    }

    /** Returns the number of phases of the analysis; they are numbered from 0. */
    public int phases() {
        return phases;
    }

    /** Returns the number of stretches of a rank; 0: the trace does not contain the rank. */
    public int stretches(int rank) {
        return ranks[rank].size;
    }

    public int phase(int rank, int stretch) {
        return ranks[rank].phase[stretch];
    }

    /** Returns the start of a stretch in the clock of the rank's node, ns. */
    public long startNodeNanos(int rank, int stretch) {
        return ranks[rank].start[stretch];
    }

    /** Returns the end of a stretch in the clock of the rank's node, ns. */
    public long endNodeNanos(int rank, int stretch) {
        Stretches s = ranks[rank];
        return stretch + 1 < s.size ? s.start[stretch + 1] : s.end;
    }

    /** Returns the last stretch that begins at or before a time; -1: none has begun yet. */
    public int stretchAt(int rank, long nodeNanos) {
        Stretches s = ranks[rank];
        int at = Arrays.binarySearch(s.start, 0, s.size, nodeNanos);
        return at >= 0 ? at : -at - 2;
    }

    /** Returns the number of stretches of a rank in a phase. */
    public long visits(int rank, int phase) {
        return ranks[rank].visits[phase];
    }

    /** Returns the wall time of a rank in all stretches of a phase, ns. */
    public long wallNanos(int rank, int phase) {
        return ranks[rank].wall[phase];
    }

    /** Returns the wall time of a rank inside MPI in a phase, ns. */
    public long mpiNanos(int rank, int phase) {
        return Math.min(ranks[rank].mpi[phase], ranks[rank].wall[phase]);
    }

    /** Returns the CPU time of a rank outside MPI in a phase, ns. */
    public long cpuNanos(int rank, int phase) {
        return ranks[rank].cpu[phase];
    }

    /**
     * Returns the times of all ranks in some phases together; {@link PhaseAnalysis#rankBalance} compares them.
     *
     * @param ids numbers of the phases
     */
    List<RankTime> times(int... ids) {
        List<RankTime> times = new ArrayList<>();
        for (int r = 0; r < ranks.length; r++) {
            Stretches s = ranks[r];
            if (s.size == 0) {
                continue;
            }
            long wall = 0;
            long mpi = 0;
            long cpu = 0;
            long parts = 0;
            double busyVariance = 0;
            double cpuVariance = 0;
            for (int id : ids) {
                long inMpi = mpiNanos(r, id);
                wall += s.wall[id];
                mpi += inMpi;
                cpu += s.cpu[id];
                parts += s.parts[id];
                busyVariance += varianceOfSum(s.wall[id] - inMpi, s.busySquares[id], s.parts[id]);
                cpuVariance += varianceOfSum(s.cpu[id], s.cpuSquares[id], s.parts[id]);
            }
            times.add(new RankTime(r, wall, mpi, cpu, parts, busyVariance, cpuVariance));
        }
        return times;
    }

    /** Returns the variance of a sum over n occurrences, s^2; 0: unknown, because there is only one. */
    private static double varianceOfSum(long nanos, double squares, long n) {
        double sum = nanos / 1e9;
        return n < 2 ? 0 : Math.max(0, squares - sum * sum / n) * n / (n - 1);
    }
}
