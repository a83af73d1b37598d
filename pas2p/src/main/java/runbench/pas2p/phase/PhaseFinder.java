package runbench.pas2p.phase;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.pas2p.trace.Communicators;

/**
 * Finds phases directly in the logical trace while it goes by (thesis, section 3.4.3 and figure 3.19).
 *
 * <p>A phase is extended tick by tick. After each extension it is looked for among the known phases; if it is one of
 * them, that is one occurrence more. When a process repeats a type of communication, the phase ends before the repeat:
 * as a whole if the repeated event is in its first tick, else split in two where the repeated event first was. When
 * several processes repeat in one tick, the earliest first occurrence counts.
 */
final class PhaseFinder {
    private final int ranks;
    private final Similarity similarity;
    private final int maxTicks;
    private final Communicators communicators;
    private final OpenPhase open;
    private final SeenTypes seen = new SeenTypes();
    private final PrefixMemo memo = new PrefixMemo();
    private final List<Phase> phases = new ArrayList<>();
    private final Map<Integer, Candidates> byTicks = new HashMap<>();
    private final PhaseOccurrences occurrences = new PhaseOccurrences();
    private final int[] counts;
    private final long[] firstStart;
    private final long[] lastEnd;
    private final int[] touched;
    private long cutMemory;
    private long frontier;
    private long prefix;
    private boolean begun;
    private long cappedPhases;
    private long limitedSearches;

    PhaseFinder(int ranks, Similarity similarity, int maxTicks, Communicators communicators, int events,
            long runStartNanos) {
        open = new OpenPhase(events);
        this.ranks = ranks;
        frontier = runStartNanos;
        this.similarity = similarity;
        this.maxTicks = maxTicks;
        this.communicators = communicators;
        counts = new int[ranks];
        firstStart = new long[ranks];
        lastEnd = new long[ranks];
        touched = new int[ranks];
    }

    void accept(TickRow row) {
        if (!begun) {
            begun = true;
            // No phase begins before the last rank has left MPI_Init, even if others are communicating already.
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
        int slot = known(prefix, 0, open.rows);
        if (memo.phase(slot) >= 0) {
            count(memo.phase(slot), 0, open.rows);
            clear();
        }
    }

    /** The trace has ended: what is open is the last phase. */
    void finish() {
        if (open.rows > 0) {
            close(0);
        }
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
        prefix = TickRow.mix(prefix, row.hash);
        for (int i = 0; i < row.size; i++) {
            seen.add(row.rank[i], row.type[i], at);
            counts[row.rank[i]]++;
        }
    }

    private void clear() {
        open.clear();
        seen.clear();
        prefix = 0;
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
        long hash = 0;
        for (int i = fromRow; i < toRow; i++) {
            hash = TickRow.mix(hash, open.rowHash[i]);
        }
        int slot = known(hash, fromRow, toRow);
        int id = memo.phase(slot);
        if (id < 0) {
            id = phases.size();
            phases.add(new Phase(id, new PhaseContent(open, fromRow, toRow)));
            byTicks.computeIfAbsent(toRow - fromRow, t -> new Candidates()).add(id);
            memo.phase(slot, id);
        }
        count(id, fromRow, toRow);
    }

    /** Looks for the first known phase that these rows are an occurrence of. @return where the memo tells */
    private int known(long hash, int fromRow, int toRow) {
        int slot = memo.slot(TickRow.mix(hash, toRow - fromRow));
        if (memo.phase(slot) >= 0) {
            return slot;
        }
        Candidates candidates = byTicks.get(toRow - fromRow);
        if (candidates != null) {
            int id = search(candidates, memo.compared(slot), fromRow);
            if (id >= 0) {
                memo.phase(slot, id);
            }
            memo.compared(slot, candidates.size());
        }
        return slot;
    }

    private int search(Candidates candidates, int from, int fromRow) {
        int first = from;
        if (candidates.many()) {
            limitedSearches++;
            first = Math.max(from, candidates.size() - Candidates.WINDOW);
            for (int i = 0; i < candidates.repeatedSize(); i++) {
                if (phases.get(candidates.repeated(i)).content.similar(open, fromRow, similarity)) {
                    return candidates.repeated(i);
                }
            }
        }
        for (int i = first; i < candidates.size(); i++) {
            if (phases.get(candidates.phase(i)).content.similar(open, fromRow, similarity)) {
                return candidates.phase(i);
            }
        }
        return -1;
    }

    private void count(int id, int fromRow, int toRow) {
        Phase phase = phases.get(id);
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
        phase.occurrence(open.rowStart[toRow] - open.rowStart[fromRow], end - start, slowestProcess(fromRow, toRow), compute, mpi, wall);
        if (phase.weight() == 2) {
            byTicks.get(toRow - fromRow).cameAgain(id);
        }
        occurrences.add(id, open.tick[fromRow], end);
        cut(phase, fromRow, toRow);
    }

    private long slowestProcess(int fromRow, int toRow) {
        int n = 0;
        for (int i = open.rowStart[fromRow]; i < open.rowStart[toRow]; i++) {
            int r = open.rank[i];
            if (lastEnd[r] == 0) {
                touched[n++] = r;
                firstStart[r] = open.startNanos[i];
            }
            lastEnd[r] = Math.max(1, open.endNanos[i]);
        }
        long slowest = 0;
        for (int i = 0; i < n; i++) {
            slowest = Math.max(slowest, lastEnd[touched[i]] - firstStart[touched[i]]);
            lastEnd[touched[i]] = 0;
        }
        return slowest;
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

    List<Phase> named(int[] rankOf) {
        return PhaseNames.name(phases, communicators, rankOf);
    }

    PhaseOccurrences occurrences() {
        return occurrences;
    }

    /** Frontier behind the last event. */
    long frontierNanos() {
        return frontier;
    }

    /** How many phases ended only because they reached the longest length allowed. */
    long cappedPhases() {
        return cappedPhases;
    }

    /** How many searches compared with the latest phases only, because there were too many that never came again. */
    long limitedSearches() {
        return limitedSearches;
    }
}
