package runbench.pas2p.phase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which of the phases of its length a stretch of the logical trace may be an occurrence of by its types, by their hash:
 * most stretches come with the same types over and over, and hardly ever with the same volumes.
 */
final class TypeMemo {
    private static final int[] NONE = {};

    private final PrefixMemo memo = new PrefixMemo();
    /** Of contents that have any: the number of such phases, then themselves. */
    private final List<int[]> lists = new ArrayList<>();
    private int clearings;

    /** Slot of these types; valid until the next call. */
    int slot(long typeHash) {
        int slot = memo.slot(typeHash);
        if (memo.clearings() != clearings) {
            clearings = memo.clearings();
            lists.clear();
        }
        return slot;
    }

    /** How many phases of its length were compared. */
    int compared(int slot) {
        return memo.compared(slot);
    }

    /** The next one was. @param possible the types allow for this phase */
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
