package runbench.pas2p.hierarchy;

import java.util.Arrays;

/** Banded edit distances between a pattern and the prefixes of a text: the number of insertions and deletions. */
final class EditDistance {
    /** Permitted changes as a share of the pattern's length; the thesis's share for phases (section 3.4.3). */
    private static final double BEARABLE = 0.20;
    private static final int WIDEST = 256;
    /** Minimum length of a pattern with odd variants: one change makes a shorter pattern a different one. */
    static final int SHORTEST = 3;

    private EditDistance() {
    }

    /** Returns the permitted number of changes of a pattern of this length. */
    static int bearable(int length) {
        return length < SHORTEST ? 0 : Math.min(WIDEST, Math.max(1, (int) (BEARABLE * length)));
    }

    /**
     * Finds the best prefix of a text.
     *
     * @param text prefixes of length n - bearable .. n + bearable are compared
     * @param allowed permitted lengths of the prefix, ascending
     * @return the length with the fewest changes, the longest of several because an insertion is more likely than a
     *     deletion; -1 if each needs more changes than permitted
     */
    static int best(int[] pattern, int[] text, int textLength, int[] allowed, int allowedCount) {
        int n = pattern.length;
        int band = bearable(n);
        if (textLength < n - band) {
            return -1;
        }
        int width = 2 * band + 1;
        int[] row = new int[width];
        int[] above = new int[width];
        for (int k = 0; k < width; k++) {
            above[k] = k >= band ? k - band : Integer.MAX_VALUE / 2;
        }
        for (int i = 1; i <= n; i++) {
            int least = Integer.MAX_VALUE;
            for (int k = 0; k < width; k++) {
                int j = i + k - band;
                int cost = Integer.MAX_VALUE / 2;
                if (j >= 0 && j <= textLength) {
                    if (k + 1 < width) {
                        cost = above[k + 1] + 1;
                    }
                    if (j > 0) {
                        cost = Math.min(cost, k > 0 ? row[k - 1] + 1 : cost);
                        cost = Math.min(cost, pattern[i - 1] == text[j - 1] ? above[k] : cost);
                    }
                }
                row[k] = cost;
                least = Math.min(least, cost);
            }
            if (least > band) {
                return -1;
            }
            int[] spare = above;
            above = row;
            row = spare;
        }
        return cheapest(above, n - band, band, Arrays.copyOf(allowed, allowedCount));
    }

    private static int cheapest(int[] costs, int shortest, int most, int[] allowed) {
        int best = -1;
        int bestCost = most + 1;
        for (int length : allowed) {
            int k = length - shortest;
            if (k >= 0 && k < costs.length && costs[k] <= Math.min(bestCost, most)) {
                best = length;
                bestCost = costs[k];
            }
        }
        return best;
    }
}
