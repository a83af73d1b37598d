package runbench.pas2p.phase;

import java.util.Arrays;

/** Ticks in columns: the phase that is being extended, and the ticks after it that were read already. */
final class OpenPhase {
    int rows;
    int[] rowStart = new int[64];
    int[] tick = new int[64];
    long[] typeHash = new long[64];
    long[] bytesHash = new long[64];
    /** Hash of the events (rank and type), irrespective of their order. */
    long[] setHash = new long[64];

    int cells;
    int[] rank = new int[256];
    long[] type = new long[256];
    long[] bytes = new long[256];
    int[] site = new int[256];
    long[] startNanos = new long[256];
    long[] endNanos = new long[256];
    long[] computeNanos = new long[256];
    long[] mpiNanos = new long[256];
    long[] wallNanos = new long[256];
    /** Counts by [event][cell]. */
    final long[][] counts;

    /**
     * Creates an empty phase.
     *
     * @param events number of counted events
     */
    OpenPhase(int events) {
        counts = new long[events][256];
    }

    void clear() {
        rows = 0;
        cells = 0;
    }

    void append(TickRow row) {
        startRow(row.tick);
        int needed = cells + row.size;
        if (needed > rank.length) {
            growCells(Math.max(needed, rank.length * 2));
        }
        // One loop instead of one copy per column: most rows are short.
        for (int i = 0, cell = cells; i < row.size; i++, cell++) {
            rank[cell] = row.rank[i];
            type[cell] = row.type[i];
            bytes[cell] = row.bytes[i];
            site[cell] = row.site[i];
            startNanos[cell] = row.startNanos[i];
            endNanos[cell] = row.endNanos[i];
            computeNanos[cell] = row.computeNanos[i];
            mpiNanos[cell] = row.mpiNanos[i];
            wallNanos[cell] = row.wallNanos[i];
            for (int c = 0; c < counts.length; c++) {
                counts[c][cell] = row.counts[c][i];
            }
        }
        cells = needed;
        typeHash[rows] = row.typeHash;
        bytesHash[rows] = row.bytesHash;
        setHash[rows] = row.setHash;
        rowStart[++rows] = cells;
    }

    /** Removes the first rows. */
    void drop(int count) {
        if (count == rows) {
            clear();
            return;
        }
        int removed = rowStart[count];
        int left = rows - count;
        System.arraycopy(tick, count, tick, 0, left);
        System.arraycopy(typeHash, count, typeHash, 0, left);
        System.arraycopy(bytesHash, count, bytesHash, 0, left);
        System.arraycopy(setHash, count, setHash, 0, left);
        for (int i = 0; i <= left; i++) {
            rowStart[i] = rowStart[i + count] - removed;
        }
        for (long[] column : longColumns()) {
            System.arraycopy(column, removed, column, 0, cells - removed);
        }
        System.arraycopy(rank, removed, rank, 0, cells - removed);
        System.arraycopy(site, removed, site, 0, cells - removed);
        rows = left;
        cells -= removed;
    }

    /**
     * Moves the first events of each rank to another phase.
     *
     * @param first number of events by rank; 0 at the end
     * @param to receives the events in rows by their ticks; its contents are replaced
     */
    void move(int[] first, OpenPhase to) {
        to.clear();
        int keptCells = 0;
        int keptRows = 0;
        for (int row = 0; row < rows; row++) {
            int from = rowStart[row];
            int end = rowStart[row + 1];
            int keptBefore = keptCells;
            to.startRow(tick[row]);
            for (int cell = from; cell < end; cell++) {
                if (first[rank[cell]] > 0) {
                    first[rank[cell]]--;
                    to.copy(this, cell, to.cells++);
                } else {
                    copy(this, cell, keptCells++);
                }
            }
            to.endRow();
            if (keptCells > keptBefore) {
                tick[keptRows] = tick[row];
                rowStart[keptRows] = keptBefore;
                boolean whole = keptCells - keptBefore == end - from;
                setHash[keptRows] = setHash[row];
                typeHash[keptRows] = typeHash[row];
                bytesHash[keptRows++] = bytesHash[row];
                if (!whole) {
                    rehash(keptRows - 1, keptBefore, keptCells);
                }
            }
        }
        rows = keptRows;
        cells = keptCells;
        rowStart[rows] = cells;
    }

    private void startRow(int atTick) {
        if (rows + 1 >= rowStart.length) {
            growRows();
        }
        rowStart[rows] = cells;
        tick[rows] = atTick;
    }

    private void endRow() {
        if (cells > rowStart[rows]) {
            rehash(rows, rowStart[rows], cells);
            rowStart[++rows] = cells;
        }
    }

    private void copy(OpenPhase from, int source, int cell) {
        if (cell >= rank.length) {
            growCells(rank.length * 2);
        }
        rank[cell] = from.rank[source];
        type[cell] = from.type[source];
        bytes[cell] = from.bytes[source];
        site[cell] = from.site[source];
        startNanos[cell] = from.startNanos[source];
        endNanos[cell] = from.endNanos[source];
        computeNanos[cell] = from.computeNanos[source];
        mpiNanos[cell] = from.mpiNanos[source];
        wallNanos[cell] = from.wallNanos[source];
        for (int c = 0; c < counts.length; c++) {
            counts[c][cell] = from.counts[c][source];
        }
    }

    private void rehash(int row, int from, int to) {
        long size = (long) to - from;
        typeHash[row] = size;
        bytesHash[row] = size;
        setHash[row] = 0;
        for (int i = from; i < to; i++) {
            typeHash[row] = TickRow.mix(TickRow.mix(typeHash[row], rank[i]), type[i]);
            bytesHash[row] = TickRow.mix(bytesHash[row], bytes[i]);
            setHash[row] += TickRow.element(rank[i], type[i]);
        }
    }

    /** Returns the latest exit of the events of some rows. */
    long latestEnd(int fromRow, int toRow) {
        long latest = Long.MIN_VALUE;
        for (int i = rowStart[fromRow]; i < rowStart[toRow]; i++) {
            latest = Math.max(latest, endNanos[i]);
        }
        return latest;
    }

    private long[][] longColumns() {
        long[][] columns = Arrays.copyOf(counts, counts.length + 7);
        System.arraycopy(new long[][]{type, bytes, startNanos, endNanos, computeNanos, mpiNanos, wallNanos}, 0, columns,
                counts.length, 7);
        return columns;
    }

    private void growRows() {
        int n = rowStart.length * 2;
        rowStart = Arrays.copyOf(rowStart, n);
        tick = Arrays.copyOf(tick, n);
        typeHash = Arrays.copyOf(typeHash, n);
        bytesHash = Arrays.copyOf(bytesHash, n);
        setHash = Arrays.copyOf(setHash, n);
    }

    private void growCells(int n) {
        rank = Arrays.copyOf(rank, n);
        type = Arrays.copyOf(type, n);
        bytes = Arrays.copyOf(bytes, n);
        site = Arrays.copyOf(site, n);
        startNanos = Arrays.copyOf(startNanos, n);
        endNanos = Arrays.copyOf(endNanos, n);
        computeNanos = Arrays.copyOf(computeNanos, n);
        mpiNanos = Arrays.copyOf(mpiNanos, n);
        wallNanos = Arrays.copyOf(wallNanos, n);
        for (int i = 0; i < counts.length; i++) {
            counts[i] = Arrays.copyOf(counts[i], n);
        }
    }
}
