package runbench.pas2p.phase;

import java.util.Arrays;

/** The place at which each (rank, type) occurred first. Clearing takes constant time. */
final class SeenTypes {
    private int[] rank = new int[1 << 10];
    private long[] type = new long[1 << 10];
    private int[] place = new int[1 << 10];
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

    /** Returns the place of the first occurrence, or -1. */
    int placeOf(int r, long t) {
        int slot = find(r, t);
        return epoch[slot] == now ? place[slot] : -1;
    }

    /** Adds an event; only the first occurrence counts. */
    void add(int r, long t, int at) {
        int slot = find(r, t);
        if (epoch[slot] == now) {
            return;
        }
        if (++size * 2 > rank.length) {
            grow();
            slot = find(r, t);
        }
        set(slot, r, t, at);
    }

    private void set(int slot, int r, long t, int at) {
        rank[slot] = r;
        type[slot] = t;
        place[slot] = at;
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
        int[] oldPlace = place;
        int[] oldEpoch = epoch;
        int n = rank.length * 2;
        rank = new int[n];
        type = new long[n];
        place = new int[n];
        epoch = new int[n];
        mask = n - 1;
        for (int i = 0; i < oldRank.length; i++) {
            if (oldEpoch[i] == now) {
                set(find(oldRank[i], oldType[i]), oldRank[i], oldType[i], oldPlace[i]);
            }
        }
    }
}
