package runbench.pas2p.phase;

/** The sends and collectives of one tick in ascending order of ranks; one object serves all ticks. */
final class TickRow {
    int tick;
    int size;
    final int[] rank;
    final long[] type;
    final long[] bytes;
    /** Entry and exit of the call, in reference time. */
    final long[] startNanos;
    final long[] endNanos;
    /** Times since the rank's previous send or collective: CPU time outside MPI, wall time inside MPI, wall time. */
    final long[] computeNanos;
    final long[] mpiNanos;
    final long[] wallNanos;
    /**
     * Counts outside MPI since each rank's previous send or collective, summed over the row's ranks; empty: not
     * counted.
     */
    final long[] counts;
    /** Returns the hash over (rank, type) in order. */
    long typeHash;
    /** Returns the hash over the volumes in the same order. */
    long bytesHash;

    TickRow(int ranks) {
        this(ranks, 0);
    }

    TickRow(int ranks, int events) {
        counts = new long[events];
        rank = new int[ranks];
        type = new long[ranks];
        bytes = new long[ranks];
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

    void computeHashes() {
        long types = size;
        long volumes = size;
        for (int i = 0; i < size; i++) {
            types = mix(mix(types, rank[i]), type[i]);
            volumes = mix(volumes, bytes[i]);
        }
        typeHash = types;
        bytesHash = volumes;
    }
}
