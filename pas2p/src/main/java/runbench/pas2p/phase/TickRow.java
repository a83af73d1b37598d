package runbench.pas2p.phase;

import runbench.pas2p.trace.MpiTrace;

/** The sends and collectives of one tick in ascending order of ranks; one object serves all ticks. */
final class TickRow {
    int tick;
    int size;
    final int[] rank;
    final long[] type;
    final long[] bytes;
    /** Number of the call's site in the location's file. */
    final int[] site;
    /** Entry and exit of the call, in reference time. */
    final long[] startNanos;
    final long[] endNanos;
    /** Times since the rank's previous send or collective: CPU time outside MPI, wall time inside MPI, wall time. */
    final long[] computeNanos;
    final long[] mpiNanos;
    final long[] wallNanos;
    /** Counts outside MPI since each rank's previous send or collective, by [event][i]; empty: not counted. */
    final long[][] counts;
    /** The hash over (rank, type) in order. */
    long typeHash;
    /** The hash over the volumes in the same order. */
    long bytesHash;
    /** The hash over (rank, type) in any order: the hash of several rows is the sum of theirs. */
    long setHash;

    TickRow(int ranks) {
        this(ranks, 0);
    }

    TickRow(int ranks, int events) {
        counts = new long[events][ranks];
        rank = new int[ranks];
        type = new long[ranks];
        bytes = new long[ranks];
        site = new int[ranks];
        startNanos = new long[ranks];
        endNanos = new long[ranks];
        computeNanos = new long[ranks];
        mpiNanos = new long[ranks];
        wallNanos = new long[ranks];
    }

    /** Returns the latest entry of its calls, but at least {@code earliest}. */
    long latestStart(long earliest) {
        long latest = earliest;
        for (int i = 0; i < size; i++) {
            latest = Math.max(latest, startNanos[i]);
        }
        return latest;
    }

    static long mix(long hash, long value) {
        long h = (hash ^ value) * 0x9E3779B97F4A7C15L;
        return h ^ h >>> 32;
    }

    /** Returns the contribution of one event to {@link #setHash}. */
    static long element(int rank, long type) {
        return mix(mix(0x2545F4914F6CDD1DL, rank), type);
    }

    void computeHashes() {
        long types = size;
        long volumes = size;
        long set = 0;
        for (int i = 0; i < size; i++) {
            types = mix(mix(types, rank[i]), type[i]);
            volumes = mix(volumes, bytes[i]);
            set += element(rank[i], type[i]);
        }
        setHash = set;
        typeHash = types;
        bytesHash = volumes;
    }

    /**
     * Conversion of the cumulative values of each rank's records into differences since the rank's previous event. Of
     * the time before a rank's first event, only the part after the start of the first phase counts, with its contents
     * in proportion: setup before any communication is in no phase.
     */
    static final class RankTimes {
        private static final int COMPUTE = 0;
        private static final int MPI = 1;
        private static final int END = 2;
        private static final int BEGUN = 3;
        private static final int STRIDE = 4;

        /**
         * The state of the locations up to their latest events; each one's words are contiguous because they are used
         * together.
         */
        private final long[] of;
        private final long[][] counts;
        private long begin;

        /**
         * Creates the state of all locations.
         *
         * @param events number of counted events
         */
        RankTimes(MpiTrace trace, int events) {
            int ranks = trace.locations();
            of = new long[ranks * STRIDE];
            counts = new long[events][ranks];
            for (int r = 0; r < ranks; r++) {
                of[r * STRIDE + END] = trace.present(r) ? trace.initEndNanos(r) : 0;
            }
        }

        /** Marks the start of the first phase. */
        void begin(long nanos) {
            begin = nanos;
        }

        /**
         * Completes element {@code i} of the row, whose start and end are filled in.
         *
         * @param computed CPU time outside MPI up to the entry of the call
         * @param inMpi wall time inside MPI up to its entry
         * @param perCall wall time inside this call
         * @param countedTo counts up to its entry, by [event][rank]
         */
        void put(TickRow row, int i, long computed, long inMpi, long perCall, long[][] countedTo) {
            int r = row.rank[i];
            int own = r * STRIDE;
            long before = of[own + END];
            double share = 1;
            // Threads of a rank may be in calls simultaneously: an event may end before its predecessor does.
            long wall = Math.max(0, row.endNanos[i] - before);
            if (of[own + BEGUN] == 0) {
                of[own + BEGUN] = 1;
                long sinceBegin = Math.max(0, row.startNanos[i] - Math.max(begin, before));
                share = sinceBegin == 0 ? 0 : (double) sinceBegin / (row.startNanos[i] - before);
                wall = sinceBegin + row.endNanos[i] - row.startNanos[i];
            }
            row.computeNanos[i] = part(share, computed - of[own + COMPUTE]);
            row.mpiNanos[i] = part(share, inMpi - of[own + MPI]) + perCall;
            row.wallNanos[i] = wall;
            of[own + COMPUTE] = Math.max(of[own + COMPUTE], computed);
            of[own + MPI] = Math.max(of[own + MPI], inMpi + perCall);
            of[own + END] = Math.max(before, row.endNanos[i]);
            for (int c = 0; c < counts.length; c++) {
                row.counts[c][i] = part(share, countedTo[c][r] - counts[c][r]);
                counts[c][r] = countedTo[c][r];
            }
        }

        private static long part(double share, long value) {
            return share == 1 ? Math.max(0, value) : Math.round(share * Math.max(0, value));
        }
    }
}
