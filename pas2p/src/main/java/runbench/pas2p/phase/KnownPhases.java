package runbench.pas2p.phase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.pas2p.block.Similarity;

/**
 * The phases found so far. A stretch is an occurrence of the first similar one.
 *
 * <p>A stretch is looked up by its types first, as volumes may vary slightly between occurrences. For most stretches no
 * known phase has the same types. Detailed comparisons are stored only if several phases match by types.
 */
final class KnownPhases {
    /** Number of candidates up to which comparisons are not stored. */
    private static final int MAX_DIRECT_COMPARISONS = 4;
    /** Number of phases of the same operations that are compared; they differ in volumes only. */
    private static final int MAX_OF_SET = 32;

    private final Similarity similarity;
    private final List<Phase> phases = new ArrayList<>();
    /** Candidates by length in ticks; null: no phase has this length. */
    private PhaseCandidates[] byTicks = new PhaseCandidates[64];
    /** Phases by the hash of their operations in any order. */
    private final Map<Long, List<Integer>> bySet = new HashMap<>();
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

    /** Adds a phase to those that {@link #ofSet} finds. */
    void index(int id) {
        bySet.computeIfAbsent(phases.get(id).operations().hash, h -> new ArrayList<>(1)).add(id);
    }

    /** Returns the phases that consist of the same operations in any order, at most as many as are worth comparing. */
    List<Integer> ofSet(long setHash) {
        List<Integer> all = bySet.getOrDefault(setHash, List.of());
        return all.size() <= MAX_OF_SET ? all : all.subList(all.size() - MAX_OF_SET, all.size());
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
            if (types.size(of) <= MAX_DIRECT_COMPARISONS) {
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

    /**
     * The known phases of one length, in order of first occurrence. Most programs have few. A trace without repetition
     * has one per stretch, and comparing all of them would take quadratic time. Beyond {@link #WINDOW} phases, repeated
     * phases are always compared, and only the latest of the others.
     */
    private static final class PhaseCandidates {
        static final int WINDOW = 1024;

        private int size;
        private int[] phase = new int[4];
        private int repeatedSize;
        private int[] repeated = new int[4];

        void add(int id) {
            if (size == phase.length) {
                phase = Arrays.copyOf(phase, size * 2);
            }
            phase[size++] = id;
        }

        void cameAgain(int id) {
            if (repeatedSize == repeated.length) {
                repeated = Arrays.copyOf(repeated, repeatedSize * 2);
            }
            repeated[repeatedSize++] = id;
        }

        int size() {
            return size;
        }

        int phase(int i) {
            return phase[i];
        }

        boolean many() {
            return size > WINDOW;
        }

        int repeatedSize() {
            return Math.min(repeatedSize, WINDOW);
        }

        /** Returns a repeated phase; of very many, only the latest are kept. */
        int repeated(int i) {
            return repeated[repeatedSize - 1 - i];
        }
    }

    /**
     * Results of earlier searches by the hash of a stretch's content: the phase that was found, or the number of phases
     * of its length that were compared without success. Phases are only added, so a repeated stretch is compared with
     * newer phases only, and a found phase remains valid.
     */
    static final class PrefixMemo {
        private static final int MAX_CONTENTS = 1 << 21;

        private long[] key = new long[1 << 12];
        private int[] value = new int[1 << 12];
        private int[] compared = new int[1 << 12];
        private int size;
        private int clearings;
        private int mask = (1 << 12) - 1;

        /** Returns the slot of a content, a new one if necessary; valid until the next call. 0 is never a hash. */
        int slot(long hash) {
            long k = hash == 0 ? 1 : hash;
            int slot = find(k);
            if (key[slot] == k) {
                return slot;
            }
            if ((size + 1) * 2 > key.length) {
                if (size >= MAX_CONTENTS) {
                    // Irregular programs do not repeat most contents; the important ones are learned again.
                    Arrays.fill(key, 0);
                    size = 0;
                    clearings++;
                } else {
                    grow();
                }
                slot = find(k);
            }
            key[slot] = k;
            value[slot] = -1;
            compared[slot] = 0;
            size++;
            return slot;
        }

        private int find(long k) {
            int slot = (int) (k ^ k >>> 29) & mask;
            while (key[slot] != 0 && key[slot] != k) {
                slot = slot + 1 & mask;
            }
            return slot;
        }

        private void grow() {
            long[] oldKey = key;
            int[] oldValue = value;
            int[] oldCompared = compared;
            int n = key.length * 2;
            key = new long[n];
            value = new int[n];
            compared = new int[n];
            mask = n - 1;
            for (int i = 0; i < oldKey.length; i++) {
                if (oldKey[i] != 0) {
                    int slot = find(oldKey[i]);
                    key[slot] = oldKey[i];
                    value[slot] = oldValue[i];
                    compared[slot] = oldCompared[i];
                }
            }
        }

        /** Returns the result; negative: none. */
        int value(int slot) {
            return value[slot];
        }

        void value(int slot, int found) {
            value[slot] = found;
        }

        /** Returns the number of times that all results were discarded. */
        int clearings() {
            return clearings;
        }

        int compared(int slot) {
            return compared[slot];
        }

        void compared(int slot, int count) {
            compared[slot] = count;
        }
    }

    /**
     * The known phases that a stretch may be an occurrence of, by the hash of its types. Most stretches repeat the same
     * types, but hardly ever the same volumes.
     */
    private static final class TypeMemo {
        private static final int[] NONE = {};

        private final PrefixMemo memo = new PrefixMemo();
        /** For contents with candidates: the number of candidates, then the candidates. */
        private final List<int[]> lists = new ArrayList<>();
        private int clearings;

        /** Returns the slot of these types; valid until the next call. */
        int slot(long typeHash) {
            int slot = memo.slot(typeHash);
            if (memo.clearings() != clearings) {
                clearings = memo.clearings();
                lists.clear();
            }
            return slot;
        }

        /** Returns the number of phases of its length that were compared. */
        int compared(int slot) {
            return memo.compared(slot);
        }

        /**
         * Adds the result of the next comparison.
         *
         * @param possible true: the types permit this phase
         */
        void compared(int slot, int phase, boolean possible) {
            memo.compared(slot, memo.compared(slot) + 1);
            if (!possible) {
                return;
            }
            int[] list = list(slot);
            int size = size(slot);
            if (size + 1 >= list.length) {
                list = Arrays.copyOf(list, Math.max(2, 2 * list.length));
                if (memo.value(slot) < 0) {
                    memo.value(slot, lists.size());
                    lists.add(list);
                } else {
                    lists.set(memo.value(slot), list);
                }
            }
            list[0] = size + 1;
            list[size + 1] = phase;
        }

        int size(int slot) {
            return memo.value(slot) < 0 ? 0 : list(slot)[0];
        }

        int phase(int slot, int i) {
            return list(slot)[1 + i];
        }

        private int[] list(int slot) {
            return memo.value(slot) < 0 ? NONE : lists.get(memo.value(slot));
        }
    }
}
