package runbench.pas2p.phase;

import java.util.Arrays;
import java.util.List;
import runbench.pas2p.block.Similarity;
import runbench.pas2p.phase.Phase.CutNumbers;
import runbench.pas2p.phase.PhaseContent.PhaseNames;
import runbench.pas2p.trace.CallSites;
import runbench.pas2p.trace.Communicators;

/**
 * Search for phases in the logical trace, streaming (thesis, section 3.4.3 and figure 3.19).
 *
 * <p>A phase is extended tick by tick. After each extension it is compared with the known phases; a match is one more
 * occurrence. When a process repeats a type of communication, the phase ends before the repetition. If the repeated
 * event is in the phase's first tick, the phase remains whole; otherwise it is split where the repeated event occurred
 * first. If several processes repeat in one tick, the earliest first occurrence counts.
 */
final class PhaseFinder {
    private final int ranks;
    private final int maxTicks;
    private final Communicators communicators;
    private final OpenPhase open;
    private final SeenTypes seen = new SeenTypes();
    private final KnownPhases known;
    private final PhaseOccurrences occurrences = new PhaseOccurrences();
    private final ProcessTimes processes;
    private final int[] counts;
    private long cutMemory;
    private long frontier;
    private long typePrefix;
    private long bytesPrefix;
    private boolean begun;
    private long cappedPhases;

    PhaseFinder(int ranks, Similarity similarity, int maxTicks, Communicators communicators, int events,
            long runStartNanos) {
        open = new OpenPhase(events);
        this.ranks = ranks;
        frontier = runStartNanos;
        known = new KnownPhases(similarity);
        this.maxTicks = maxTicks;
        this.communicators = communicators;
        counts = new int[ranks];
        processes = new ProcessTimes(ranks);
    }

    void accept(TickRow row) {
        if (!begun) {
            begun = true;
            // No phase begins before the last exit from MPI_Init, even if other ranks communicate already.
            frontier = row.latestStart(frontier);
            occurrences.begin(frontier);
        }
        int repeat = earliestRepeat(row);
        if (repeat >= 0) {
            close(repeat);
        } else if (open.rows >= maxTicks) {
            cappedPhases++;
            close(0);
        }
        append(row);
        int id = known.find(open, 0, open.rows, typePrefix, bytesPrefix);
        if (id >= 0) {
            count(id, 0, open.rows);
            clear();
        }
    }

    /** Ends the trace: the open phase is the last one. */
    void finish() {
        if (open.rows > 0) {
            close(0);
        }
        processes.finish(occurrences, known.all());
    }

    private int earliestRepeat(TickRow row) {
        int earliest = -1;
        for (int i = 0; i < row.size && earliest != 0; i++) {
            int first = seen.rowOf(row.rank[i], row.type[i]);
            if (first >= 0 && (earliest < 0 || first < earliest)) {
                earliest = first;
            }
        }
        return earliest;
    }

    private void append(TickRow row) {
        int at = open.rows;
        open.append(row, frontier);
        frontier = open.frontier[at];
        typePrefix = TickRow.mix(typePrefix, row.typeHash);
        bytesPrefix = TickRow.mix(bytesPrefix, row.bytesHash);
        for (int i = 0; i < row.size; i++) {
            seen.add(row.rank[i], row.type[i], at);
            counts[row.rank[i]]++;
        }
    }

    private void clear() {
        open.clear();
        seen.clear();
        typePrefix = 0;
        bytesPrefix = 0;
    }

    private void close(int splitAt) {
        if (splitAt == 0) {
            save(0, open.rows);
        } else {
            save(0, splitAt);
            save(splitAt, open.rows);
        }
        clear();
    }

    private void save(int fromRow, int toRow) {
        long types = 0;
        long bytes = 0;
        for (int i = fromRow; i < toRow; i++) {
            types = TickRow.mix(types, open.typeHash[i]);
            bytes = TickRow.mix(bytes, open.bytesHash[i]);
        }
        int id = known.find(open, fromRow, toRow, types, bytes);
        count(id >= 0 ? id : known.add(open, fromRow, toRow), fromRow, toRow);
    }

    private void count(int id, int fromRow, int toRow) {
        Phase phase = known.phase(id);
        long start = fromRow > 0 ? open.frontier[fromRow - 1]
                : occurrences.size() == 0 ? occurrences.startNanos(0) : occurrences.endNanos(occurrences.size() - 1);
        long end = open.frontier[toRow - 1];
        long compute = 0;
        long mpi = 0;
        long wall = 0;
        for (int i = fromRow; i < toRow; i++) {
            compute += open.computeNanos[i];
            mpi += open.mpiNanos[i];
            wall += open.wallNanos[i];
        }
        phase.counted(open, fromRow, toRow);
        phase.described(open, fromRow, toRow);
        phase.occurrence(open.rowStart[toRow] - open.rowStart[fromRow], end - start, compute, mpi, wall);
        for (int i = open.rowStart[fromRow]; i < open.rowStart[toRow]; i++) {
            processes.event(open.rank[i], occurrences.size(), open.startNanos[i], open.endNanos[i]);
        }
        if (phase.weight() == 2) {
            known.cameAgain(id);
        }
        occurrences.add(id, open.tick[fromRow], end);
        cut(phase, fromRow, toRow);
    }

    private void cut(Phase phase, int fromRow, int toRow) {
        int place = phase.placeForCut();
        boolean first = phase.weight() == 1;
        if (place < 0 || !first && cutMemory > CUT_MEMORY_BYTES) {
            return;
        }
        if (place >= phase.cuts().size()) {
            cutMemory += 8L * ranks;
        }
        phase.cut(place, CutNumbers.of(phase.weight() - 1, counts, open, fromRow, toRow));
    }

    private static final long CUT_MEMORY_BYTES = 256L << 20;

    List<Phase> named(int[] rankOf, CallSites callSites) {
        return PhaseNames.name(known.all(), communicators, rankOf, callSites);
    }

    PhaseOccurrences occurrences() {
        return occurrences;
    }

    /** Returns the frontier after the last event. */
    long frontierNanos() {
        return frontier;
    }

    /** Returns the number of phases that ended because they reached the maximum length. */
    long cappedPhases() {
        return cappedPhases;
    }

    /** Returns the number of searches that were limited to recent phases because too many phases did not repeat. */
    long limitedSearches() {
        return known.limitedSearches();
    }

    /** The row of the open phase in which each (rank, type) occurred first. Clearing takes constant time. */
    private static final class SeenTypes {
        private int[] rank = new int[1 << 10];
        private long[] type = new long[1 << 10];
        private int[] row = new int[1 << 10];
        private int[] epoch = new int[1 << 10];
        private int mask = (1 << 10) - 1;
        private int now = 1;
        private int size;

        void clear() {
            size = 0;
            if (++now == 0) {
                Arrays.fill(epoch, 0);
                now = 1;
            }
        }

        /** Returns the row of the first occurrence, or -1. */
        int rowOf(int r, long t) {
            int slot = find(r, t);
            return epoch[slot] == now ? row[slot] : -1;
        }

        void add(int r, long t, int atRow) {
            int slot = find(r, t);
            if (epoch[slot] == now) {
                return;
            }
            if (++size * 2 > rank.length) {
                grow();
                slot = find(r, t);
            }
            set(slot, r, t, atRow);
        }

        private void set(int slot, int r, long t, int atRow) {
            rank[slot] = r;
            type[slot] = t;
            row[slot] = atRow;
            epoch[slot] = now;
        }

        private int find(int r, long t) {
            int slot = (int) (TickRow.mix(t * 0xC2B2AE3D27D4EB4FL, r) >>> 20) & mask;
            while (epoch[slot] == now && (rank[slot] != r || type[slot] != t)) {
                slot = slot + 1 & mask;
            }
            return slot;
        }

        private void grow() {
            int[] oldRank = rank;
            long[] oldType = type;
            int[] oldRow = row;
            int[] oldEpoch = epoch;
            int n = rank.length * 2;
            rank = new int[n];
            type = new long[n];
            row = new int[n];
            epoch = new int[n];
            mask = n - 1;
            for (int i = 0; i < oldRank.length; i++) {
                if (oldEpoch[i] == now) {
                    set(find(oldRank[i], oldType[i]), oldRank[i], oldType[i], oldRow[i]);
                }
            }
        }
    }
}
