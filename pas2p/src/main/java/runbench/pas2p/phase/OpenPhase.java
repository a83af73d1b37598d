package runbench.pas2p.phase;

import java.util.Arrays;

/** The ticks since the end of the last phase, in columns: the phase that is being extended. */
final class OpenPhase {
    int rows;
    int[] rowStart = new int[64];
    int[] tick = new int[64];
    long[] typeHash = new long[64];
    long[] bytesHash = new long[64];
    /** Latest exit of any send or collective up to and including the row. */
    long[] frontier = new long[64];
    long[] computeNanos = new long[64];
    long[] mpiNanos = new long[64];
    long[] wallNanos = new long[64];
    /** Counts by [event][row]. */
    final long[][] counts;

    int cells;
    int[] rank = new int[256];
    long[] type = new long[256];
    long[] bytes = new long[256];
    int[] site = new int[256];
    long[] startNanos = new long[256];
    long[] endNanos = new long[256];

    /**
     * Creates an empty phase.
     *
     * @param events number of counted events
     */
    OpenPhase(int events) {
        counts = new long[events][64];
    }

    void clear() {
        rows = 0;
        cells = 0;
    }

    void append(TickRow row, long frontierBefore) {
        if (rows + 1 >= rowStart.length) {
            growRows();
        }
        int needed = cells + row.size;
        if (needed > rank.length) {
            growCells(Math.max(needed, rank.length * 2));
        }
        long latest = frontierBefore;
        long compute = 0;
        long mpi = 0;
        long wall = 0;
        // One loop instead of one copy per column: most rows are short.
        for (int i = 0, cell = cells; i < row.size; i++, cell++) {
            rank[cell] = row.rank[i];
            type[cell] = row.type[i];
            bytes[cell] = row.bytes[i];
            site[cell] = row.site[i];
            startNanos[cell] = row.startNanos[i];
            endNanos[cell] = row.endNanos[i];
            latest = Math.max(latest, row.endNanos[i]);
            compute += row.computeNanos[i];
            mpi += row.mpiNanos[i];
            wall += row.wallNanos[i];
        }
        rowStart[rows] = cells;
        tick[rows] = row.tick;
        typeHash[rows] = row.typeHash;
        bytesHash[rows] = row.bytesHash;
        frontier[rows] = latest;
        computeNanos[rows] = compute;
        mpiNanos[rows] = mpi;
        wallNanos[rows] = wall;
        for (int i = 0; i < counts.length; i++) {
            counts[i][rows] = row.counts[i];
        }
        cells = needed;
        rows++;
        rowStart[rows] = cells;
    }

    private void growRows() {
        int n = rowStart.length * 2;
        rowStart = Arrays.copyOf(rowStart, n);
        tick = Arrays.copyOf(tick, n);
        typeHash = Arrays.copyOf(typeHash, n);
        bytesHash = Arrays.copyOf(bytesHash, n);
        frontier = Arrays.copyOf(frontier, n);
        computeNanos = Arrays.copyOf(computeNanos, n);
        mpiNanos = Arrays.copyOf(mpiNanos, n);
        wallNanos = Arrays.copyOf(wallNanos, n);
        for (int i = 0; i < counts.length; i++) {
            counts[i] = Arrays.copyOf(counts[i], n);
        }
    }

    private void growCells(int n) {
        rank = Arrays.copyOf(rank, n);
        type = Arrays.copyOf(type, n);
        bytes = Arrays.copyOf(bytes, n);
        site = Arrays.copyOf(site, n);
        startNanos = Arrays.copyOf(startNanos, n);
        endNanos = Arrays.copyOf(endNanos, n);
    }
}
