package runbench.pas2p.phase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The known phases that a stretch may be an occurrence of, by the hash of its types. Most stretches repeat the same
 * types, but hardly ever the same volumes.
 */
final class TypeMemo {
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
