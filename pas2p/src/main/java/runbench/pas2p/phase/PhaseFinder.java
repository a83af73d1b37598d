package runbench.pas2p.phase;

import java.util.Arrays;
import java.util.List;
import runbench.pas2p.block.Similarity;
import runbench.pas2p.phase.PhaseContent.PhaseNames;
import runbench.pas2p.phase.RankOperations.Rounds;
import runbench.pas2p.phase.RankOperations.Verdict;
import runbench.pas2p.phase.RankPhases.PartCollector;
import runbench.pas2p.trace.CallSites;
import runbench.pas2p.trace.Communicators;

/**
 * Search for phases in the logical trace, streaming (thesis, section 3.4.3 and figure 3.19).
 *
 * <p>A phase is extended tick by tick. After each extension it is compared with the known phases; a match is one more
 * occurrence. When a process repeats a type of communication, the phase ends before the repetition. If the repeated
 * event is in the phase's first tick, the phase remains whole; otherwise it is split where the repeated event occurred
 * first. If several processes repeat in one tick, the earliest first occurrence counts.
 *
 * <p>Unless the search is by ticks only, a stretch is also an occurrence of a phase if each rank performs the same
 * operations in any order, and a phase need not end in the same tick on all ranks. Such ends are found by reading ahead
 * until each rank has performed its operations once more.
 */
final class PhaseFinder {
    private static final long CUT_MEMORY_BYTES = 256L << 20;
    /** Number of recent phases with which the events after a repetition are compared. */
    private static final int RECENT = 8;
    /** Number of ticks before a loop that a search for rounds tries to leave out. */
    private static final int MAX_PROLOGUE = 32;
    /** Limit of ticks that are read ahead, as a multiple of the length of the open phase. */
    private static final int MAX_AHEAD = 4;
    private static final int MIN_AHEAD = 8;

    private final int maxTicks;
    private final boolean byTicks;
    private final Similarity similarity;
    private final Communicators communicators;
    private final OpenPhase open;
    private final OpenPhase moved;
    private final SeenTypes seen = new SeenTypes();
    private final KnownPhases known;
    private final Rounds rounds;
    private final PhaseOccurrences occurrences = new PhaseOccurrences();
    private final ProcessTimes processes;
    private final PartCollector parts;
    private final int[] counts;
    private final int[] take;
    private final int[] passed;
    private final int[] recent = new int[RECENT];
    private int recentCount;
    private long cutMemory;
    private long frontier;
    private boolean begun;
    private long cappedPhases;
    /** Number of rows of the open phase that were compared; the rest was read ahead. */
    private int scanned;
    /** True: the next row to compare is part of the prefixes already. */
    private boolean entered;
    /** Number of rows at which the next comparison is worthwhile. */
    private int needed;
    private long typePrefix;
    private long bytesPrefix;
    private long setPrefix;

    /**
     * Creates a search.
     *
     * @param byTicks true: phases are compared tick by tick only, as in the thesis
     * @param parts receives the events of each occurrence
     */
    PhaseFinder(int ranks, Similarity similarity, boolean byTicks, int maxTicks, Communicators communicators,
            int events, long runStartNanos, PartCollector parts) {
        this.parts = parts;
        open = new OpenPhase(events);
        moved = new OpenPhase(events);
        this.similarity = similarity;
        this.byTicks = byTicks;
        frontier = runStartNanos;
        known = new KnownPhases(similarity);
        rounds = new Rounds(ranks, similarity);
        this.maxTicks = maxTicks;
        this.communicators = communicators;
        counts = new int[ranks];
        take = new int[ranks];
        passed = new int[ranks];
        processes = new ProcessTimes(ranks);
    }

    void accept(TickRow row) {
        if (!begun) {
            begun = true;
            // No phase begins before the last exit from MPI_Init, even if other ranks communicate already.
            frontier = row.latestStart(frontier);
            occurrences.begin(frontier);
        }
        open.append(row);
        advance(false);
    }

    /** Ends the trace: the open phase is the last one. */
    void finish() {
        advance(true);
        if (open.rows > 0) {
            close(0);
        }
        processes.finish(occurrences, known.all());
    }

    private void advance(boolean ended) {
        while (scanned < open.rows && (ended || open.rows >= needed) && step(ended)) {
            needed = 0;
        }
    }

    /** Compares one more row. Returns false if the rows after it must be read first. */
    private boolean step(boolean ended) {
        if (!entered) {
            int repeat = earliestRepeat(scanned);
            if (repeat >= 0) {
                return repeated(repeat, ended);
            }
            if (scanned >= maxTicks) {
                cappedPhases++;
                close(0);
                return true;
            }
            enter(scanned);
        }
        int rows = scanned + 1;
        int id = known.find(open, 0, rows, typePrefix, bytesPrefix);
        if (!byTicks && (id < 0 || !known.phase(id).operations().isWhole(open, rows, setPrefix))) {
            // The same operations in another order are more similar than some of them in the same order.
            if (matchesSet(rows)) {
                return true;
            }
            // Some ranks may be behind: their events follow.
            Verdict verdict = id < 0 ? Verdict.DIFFERENT : compare(id, rows, false);
            if (verdict == Verdict.SAME) {
                return true;
            }
            if (verdict == Verdict.UNFINISHED && mayReadOn(rows, ended)) {
                return false;
            }
        }
        if (id >= 0) {
            count(id, open, 0, rows);
            drop(rows);
        } else {
            scanned = rows;
            entered = false;
        }
        return true;
    }

    /** Ends the open phase before a repetition in row {@code scanned}. Returns false if more rows are needed. */
    private boolean repeated(int repeat, boolean ended) {
        if (!byTicks) {
            boolean unfinished = false;
            for (int i = 0; i < recentCount; i++) {
                Verdict verdict = compare(recent[i], scanned, true);
                if (verdict == Verdict.SAME) {
                    return true;
                }
                unfinished |= verdict == Verdict.UNFINISHED;
            }
            if (unfinished && mayReadOn(scanned, ended)) {
                return false;
            }
            int prologue = 0;
            Verdict verdict = rounds.search(open, 0, scanned, take);
            while (verdict == Verdict.DIFFERENT && prologue < Math.min(repeat, MAX_PROLOGUE)) {
                verdict = rounds.search(open, ++prologue, scanned, take);
            }
            if (verdict == Verdict.UNFINISHED && mayReadOn(scanned, ended)) {
                return false;
            }
            if (verdict == Verdict.SAME) {
                beginLoop(prologue);
                return true;
            }
        }
        close(repeat);
        return true;
    }

    /** Returns true if it is worthwhile to read on before a decision about some rows. */
    private boolean mayReadOn(int rows, boolean ended) {
        int limit = MAX_AHEAD * rows + MIN_AHEAD;
        if (ended || open.rows >= limit) {
            return false;
        }
        needed = Math.min(limit, 2 * open.rows);
        return true;
    }

    /** Saves the ticks before a loop as a phase, or takes the first round of the loop. */
    private void beginLoop(int prologue) {
        int first = Arrays.stream(take).sum();
        if (prologue > 0) {
            Arrays.fill(take, 0);
            save(0, prologue);
            drop(prologue);
        } else if (first == open.rowStart[scanned]) {
            Arrays.fill(take, 0);
            save(0, scanned);
            drop(scanned);
        } else {
            take(-1);
        }
    }

    private boolean matchesSet(int rows) {
        for (int id : known.ofSet(setPrefix)) {
            if (compare(id, rows, true) == Verdict.SAME) {
                return true;
            }
        }
        return false;
    }

    /** Compares the next operations of each rank with a phase; the same ones are one more occurrence. */
    private Verdict compare(int id, int rows, boolean whole) {
        Verdict verdict = known.phase(id).operations().compare(open, rows, whole, similarity, take, passed);
        if (verdict == Verdict.SAME) {
            known.phase(id).reordered();
            take(id);
        }
        return verdict;
    }

    /**
     * Counts the events that {@code take} selects.
     *
     * @param id negative: they are a new phase
     */
    private void take(int id) {
        open.move(take, moved);
        count(id >= 0 ? id : add(moved, 0, moved.rows), moved, 0, moved.rows);
        if (open.rows > 0) {
            for (int row = moved.rows - 1; row >= 0 && moved.tick[row] >= open.tick[0]; row--) {
                for (int i = moved.rowStart[row]; i < moved.rowStart[row + 1]; i++) {
                    occurrences.late(moved.rank[i], moved.tick[row]);
                }
            }
        }
        restart();
    }

    private int earliestRepeat(int row) {
        int earliest = -1;
        for (int i = open.rowStart[row]; i < open.rowStart[row + 1] && earliest != 0; i++) {
            int first = seen.placeOf(open.rank[i], open.type[i]);
            if (first >= 0 && (earliest < 0 || first < earliest)) {
                earliest = first;
            }
        }
        return earliest;
    }

    private void enter(int row) {
        entered = true;
        typePrefix = TickRow.mix(typePrefix, open.typeHash[row]);
        bytesPrefix = TickRow.mix(bytesPrefix, open.bytesHash[row]);
        setPrefix += open.setHash[row];
        for (int i = open.rowStart[row]; i < open.rowStart[row + 1]; i++) {
            seen.add(open.rank[i], open.type[i], row);
        }
    }

    private void drop(int rows) {
        open.drop(rows);
        restart();
    }

    private void restart() {
        seen.clear();
        scanned = 0;
        entered = false;
        needed = 0;
        typePrefix = 0;
        bytesPrefix = 0;
        setPrefix = 0;
    }

    /** Ends the open phase after the compared rows. */
    private void close(int splitAt) {
        int rows = scanned;
        if (splitAt == 0) {
            save(0, rows);
        } else {
            save(0, splitAt);
            save(splitAt, rows);
        }
        drop(rows);
    }

    private void save(int fromRow, int toRow) {
        long types = 0;
        long bytes = 0;
        for (int i = fromRow; i < toRow; i++) {
            types = TickRow.mix(types, open.typeHash[i]);
            bytes = TickRow.mix(bytes, open.bytesHash[i]);
        }
        int id = known.find(open, fromRow, toRow, types, bytes);
        count(id >= 0 ? id : add(open, fromRow, toRow), open, fromRow, toRow);
    }

    private int add(OpenPhase from, int fromRow, int toRow) {
        int id = known.add(from, fromRow, toRow);
        if (!byTicks) {
            known.index(id);
        }
        return id;
    }

    private void count(int id, OpenPhase from, int fromRow, int toRow) {
        Phase phase = known.phase(id);
        long end = Math.max(frontier, from.latestEnd(fromRow, toRow));
        phase.occurrence(from, fromRow, toRow, end - frontier);
        phase.described(from, fromRow, toRow);
        processes.add(from, fromRow, toRow, occurrences.size());
        parts.add(from, fromRow, toRow, occurrences.size(), id);
        if (phase.weight() == 2) {
            known.cameAgain(id);
        }
        occurrences.add(id, from.tick[fromRow], end);
        frontier = end;
        if (phase.cut(counts, from, fromRow, toRow, cutMemory <= CUT_MEMORY_BYTES)) {
            cutMemory += 8L * counts.length;
        }
        remember(id);
    }

    private void remember(int id) {
        int at = 0;
        while (at < recentCount && recent[at] != id) {
            at++;
        }
        recentCount = Math.max(recentCount, Math.min(at + 1, RECENT));
        System.arraycopy(recent, 0, recent, 1, Math.min(at, RECENT - 1));
        recent[0] = id;
    }

    List<Phase> named(int[] rankOf, CallSites callSites) {
        return PhaseNames.name(known.all(), communicators, rankOf, callSites);
    }

    PhaseOccurrences occurrences() {
        return occurrences;
    }

    /** Returns the number of phases that ended because they reached the maximum length. */
    long cappedPhases() {
        return cappedPhases;
    }

    /** Returns the number of searches that were limited to recent phases because too many phases did not repeat. */
    long limitedSearches() {
        return known.limitedSearches();
    }
}
