package runbench.pas2p.hierarchy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Folding of stretches that nearly equal a passage of the neighbouring loop: an iteration with additional output, or
 * without some part. Leaves are compared; at most a fifth of them may differ.
 */
final class Variants {
    /** Limit of compared cells: a string without repetition must not cost more than one with repetition. */
    private static final long MOST_WORK = 200_000_000L;

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
        if (!symbols.isSequence(body) || pattern.length < EditDistance.SHORTEST || work > MOST_WORK) {
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
}
