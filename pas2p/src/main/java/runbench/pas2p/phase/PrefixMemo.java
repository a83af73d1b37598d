package runbench.pas2p.phase;

import java.util.Arrays;

/**
 * What is known about stretches of the logical trace by the hash of their content: what was found, or how many of the
 * phases of their length were compared in vain. As phases are only ever added, a stretch that comes again is compared
 * with newer phases only, and what was found stays.
 */
final class PrefixMemo {
    private static final int LIMIT = 1 << 21;

    private long[] key = new long[1 << 12];
    private int[] value = new int[1 << 12];
    private int[] compared = new int[1 << 12];
    private int size;
    private int clearings;
    private int mask = (1 << 12) - 1;

    /** Slot of this content, made when it is new; valid until the next call. 0 is no possible hash. */
    int slot(long hash) {
        long k = hash == 0 ? 1 : hash;
        int slot = find(k);
        if (key[slot] == k) {
            return slot;
        }
        if ((size + 1) * 2 > key.length) {
            if (size >= LIMIT) {
                // Irregular programs never come back to most contents; what matters will be learnt again.
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

    /** Negative: nothing. */
    int value(int slot) {
        return value[slot];
    }

    void value(int slot, int found) {
        value[slot] = found;
    }

    /** How often everything was forgotten. */
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
