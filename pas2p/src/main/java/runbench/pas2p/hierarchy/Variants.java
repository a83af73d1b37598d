package runbench.pas2p.hierarchy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import runbench.pas2p.hierarchy.Folding.Folded;

/**
 * Folding of stretches that nearly equal a passage of the neighbouring loop: an iteration with additional output, or
 * without some part. Leaves are compared; at most a fifth of them may differ.
 */
final class Variants {
    /** Limit of compared cells: a string without repetition must not cost more than one with repetition. */
    private static final long MAX_WORK = 200_000_000L;

    private final Symbols symbols;
    private final Forest forest;
    private final Set<Long> failed = new HashSet<>();
    /** For each symbol, the number of passages that its loop needs before the symbol counts as an odd passage. */
    private long[] needed;
    private long work;
    private int[] text = new int[64];
    private int[] cuts = new int[64];

    Variants(Symbols symbols, Forest forest) {
        this.symbols = symbols;
        this.forest = forest;
    }

    /**
     * Folds a string.
     *
     * @param evidence passages of the loop that are needed for each occurrence of its neighbour
     * @return true if the string changed
     */
    boolean fold(Folded string, int evidence) {
        int n = string.size;
        count(string, evidence);
        int[] as = new int[n];
        int[] length = new int[n];
        int free = 0;
        boolean any = false;
        for (int i = 0; i < n; i++) {
            int loop = string.symbol[i];
            if (!symbols.isRun(loop) || i < free) {
                continue;
            }
            int body = symbols.body(loop)[0];
            int before = stretch(string, body, loop, i, -1, free);
            if (before > 0) {
                as[i - before] = body;
                length[i - before] = before;
                any = true;
            }
            free = i + 1;
            int after = stretch(string, body, loop, i, 1, n);
            if (after > 0) {
                as[i + 1] = body;
                length[i + 1] = after;
                free = i + 1 + after;
                any = true;
            }
        }
        if (!any) {
            return false;
        }
        string.rewrite();
        for (int i = 0; i < n;) {
            if (length[i] == 0) {
                string.keep(i++);
            } else {
                string.put(as[i], i, i + length[i], true);
                i += length[i];
            }
        }
        string.rewritten();
        return true;
    }

    private void count(Folded string, int evidence) {
        needed = new long[symbols.size()];
        for (int i = 0; i < string.size; i++) {
            needed[string.symbol[i]] += evidence;
        }
    }

    /** Returns the number of symbols at place {@code at} that form one passage of the loop; 0: none. */
    private int stretch(Folded string, int body, int loop, int at, int direction, int bound) {
        int[] pattern = symbols.flat(body);
        int most = pattern.length + EditDistance.bearable(pattern.length);
        if (!symbols.isSequence(body) || pattern.length < EditDistance.MIN_PATTERN_LENGTH || work > MAX_WORK) {
            return 0;
        }
        int size = 0;
        int count = 0;
        long rarest = Long.MAX_VALUE;
        long key = body * 0x9E3779B97F4A7C15L + direction;
        for (int i = at + direction; i >= 0 && i < string.size
                && (direction > 0 ? i < bound : i >= bound); i += direction) {
            int symbol = string.symbol[i];
            int[] part = symbols.flat(symbol);
            if (symbol == loop || part.length == 0 || size + part.length > most) {
                break;
            }
            if (size + part.length > text.length) {
                text = Arrays.copyOf(text, Math.max(size + part.length, text.length * 2));
            }
            if (count == cuts.length) {
                cuts = Arrays.copyOf(cuts, count * 2);
            }
            for (int k = 0; k < part.length; k++) {
                text[size + k] = part[direction > 0 ? k : part.length - 1 - k];
            }
            rarest = Math.min(rarest, needed[symbol]);
            size += part.length;
            cuts[count++] = size;
            key = (key ^ symbol) * 0xC2B2AE3D27D4EB4FL;
        }
        if (size < pattern.length - EditDistance.bearable(pattern.length) || rarest > forest.count(body)
                || failed.contains(key)) {
            return 0;
        }
        work += (long) pattern.length * (2L * EditDistance.bearable(pattern.length) + 1);
        int best = EditDistance.best(direction > 0 ? pattern : reversed(pattern), text, size, cuts, count);
        if (best < 0) {
            failed.add(key);
            return 0;
        }
        return Arrays.binarySearch(cuts, 0, count, best) + 1;
    }

    private static int[] reversed(int[] values) {
        int[] other = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            other[i] = values[values.length - 1 - i];
        }
        return other;
    }

    /** Banded edit distances between a pattern and the prefixes of a text: the number of insertions and deletions. */
    private static final class EditDistance {
        /** Permitted changes as a share of the pattern's length; the thesis's share for phases (section 3.4.3). */
        private static final double MAX_CHANGED_SHARE = 0.20;
        private static final int MAX_BAND_WIDTH = 256;
        /** Minimum length of a pattern with odd variants: one change makes a shorter pattern a different one. */
        static final int MIN_PATTERN_LENGTH = 3;

        private EditDistance() {
        }

        /** Returns the permitted number of changes of a pattern of this length. */
        static int bearable(int length) {
            return length < MIN_PATTERN_LENGTH ? 0
                    : Math.min(MAX_BAND_WIDTH, Math.max(1, (int) (MAX_CHANGED_SHARE * length)));
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
}
