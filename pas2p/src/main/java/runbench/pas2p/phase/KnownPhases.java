package runbench.pas2p.phase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The phases found so far. A stretch is an occurrence of the first similar one.
 *
 * <p>A stretch is looked up by its types first, as volumes may vary slightly between occurrences. For most stretches no
 * known phase has the same types. Detailed comparisons are stored only if several phases match by types.
 */
final class KnownPhases {
    /** Number of candidates up to which comparisons are not stored. */
    private static final int FEW = 4;

    private final Similarity similarity;
    private final List<Phase> phases = new ArrayList<>();
    /** Candidates by length in ticks; null: no phase has this length. */
    private PhaseCandidates[] byTicks = new PhaseCandidates[64];
    private final TypeMemo types = new TypeMemo();
    private final PrefixMemo exact = new PrefixMemo();
    private long limitedSearches;

    KnownPhases(Similarity similarity) {
        this.similarity = similarity;
    }

    List<Phase> all() {
        return phases;
    }

    Phase phase(int id) {
        return phases.get(id);
    }

    /** Adds rows of the open phase as the first occurrence of a new phase. */
    int add(OpenPhase open, int fromRow, int toRow) {
        int id = phases.size();
        phases.add(new Phase(id, new PhaseContent(open, fromRow, toRow)));
        int ticks = toRow - fromRow;
        if (ticks >= byTicks.length) {
            byTicks = Arrays.copyOf(byTicks, 2 * ticks);
        }
        if (byTicks[ticks] == null) {
            byTicks[ticks] = new PhaseCandidates();
        }
        byTicks[ticks].add(id);
        return id;
    }

    /** Marks the second occurrence of a phase. */
    void cameAgain(int id) {
        byTicks[phases.get(id).ticks()].cameAgain(id);
    }

    /**
     * Finds the first known phase that has these rows as an occurrence.
     *
     * @param typeHash types of the rows
     * @param bytesHash volumes of the rows
     * @return its number; negative: none
     */
    int find(OpenPhase open, int fromRow, int toRow, long typeHash, long bytesHash) {
        int ticks = toRow - fromRow;
        PhaseCandidates candidates = ticks < byTicks.length ? byTicks[ticks] : null;
        if (candidates == null) {
            return -1;
        }
        int of = -1;
        if (!candidates.many()) {
            of = possible(candidates, TickRow.mix(typeHash, ticks), open, fromRow);
            if (types.size(of) <= FEW) {
                return firstSimilar(of, 0, open, fromRow);
            }
        }
        int slot = exact.slot(TickRow.mix(TickRow.mix(typeHash, bytesHash), ticks));
        if (exact.value(slot) < 0) {
            int from = exact.compared(slot);
            exact.value(slot, of < 0 ? search(candidates, from, open, fromRow) : firstSimilar(of, from, open, fromRow));
            exact.compared(slot, of < 0 ? candidates.size() : types.size(of));
        }
        return exact.value(slot);
    }

    /** Returns the slot of the memo with the phases that these types permit. */
    private int possible(PhaseCandidates candidates, long typeHash, OpenPhase open, int fromRow) {
        int slot = types.slot(typeHash);
        for (int i = types.compared(slot); i < candidates.size(); i++) {
            types.compared(slot, candidates.phase(i),
                    phases.get(candidates.phase(i)).content.similarInTypes(open, fromRow, similarity));
        }
        return slot;
    }

    private int firstSimilar(int slot, int from, OpenPhase open, int fromRow) {
        for (int i = from; i < types.size(slot); i++) {
            if (phases.get(types.phase(slot, i)).content.similar(open, fromRow, similarity)) {
                return types.phase(slot, i);
            }
        }
        return -1;
    }

    private int search(PhaseCandidates candidates, int from, OpenPhase open, int fromRow) {
        limitedSearches++;
        for (int i = 0; i < candidates.repeatedSize(); i++) {
            if (phases.get(candidates.repeated(i)).content.similar(open, fromRow, similarity)) {
                return candidates.repeated(i);
            }
        }
        for (int i = Math.max(from, candidates.size() - PhaseCandidates.WINDOW); i < candidates.size(); i++) {
            if (phases.get(candidates.phase(i)).content.similar(open, fromRow, similarity)) {
                return candidates.phase(i);
            }
        }
        return -1;
    }

    /** Returns the count of {@link PhaseFinder#limitedSearches}. */
    long limitedSearches() {
        return limitedSearches;
    }
}
