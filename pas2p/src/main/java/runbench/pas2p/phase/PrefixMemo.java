package runbench.pas2p.phase;

import java.util.Arrays;

/**
 * Results of earlier searches by the hash of a stretch's content: the phase that was found, or the number of phases of
 * its length that were compared without success. Phases are only added, so a repeated stretch is compared with newer
 * phases only, and a found phase remains valid.
 */
final class PrefixMemo {
    private static final int LIMIT = 1 << 21;

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
            if (size >= LIMIT) {
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
