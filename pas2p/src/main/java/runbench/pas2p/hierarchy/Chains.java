package runbench.pas2p.hierarchy;

import java.util.Arrays;

/**
 * Folding of symbols that always follow each other: neither occurs without the other (the thesis's rule for blocks,
 * section 3.4.2).
 */
final class Chains {
    private static final int NONE = -1;
    private static final int MANY = -2;

    private Chains() {
    }

    /**
     * Folds a string.
     *
     * @return true if the string changed
     */
    static boolean fold(Folded string, Symbols symbols) {
        int n = symbols.size();
        int[] next = filled(n);
        int[] previous = filled(n);
        int[] count = new int[n];
        for (int i = 0; i < string.size; i++) {
            int s = string.symbol[i];
            count[s]++;
            meet(next, s, i + 1 < string.size ? string.symbol[i + 1] : MANY);
            meet(previous, s, i > 0 ? string.symbol[i - 1] : MANY);
        }
        string.rewrite();
        for (int i = 0; i < string.size;) {
            int end = i + 1;
            if (count[string.symbol[i]] >= 2) {
                while (end < string.size && next[string.symbol[end - 1]] == string.symbol[end]
                        && previous[string.symbol[end]] == string.symbol[end - 1]) {
                    end++;
                }
            }
            if (end - i == 1) {
                string.keep(i);
            } else {
                string.put(symbols.sequence(Arrays.copyOfRange(string.symbol, i, end)), i, end, false);
            }
            i = end;
        }
        return string.rewritten();
    }

    private static int[] filled(int n) {
        int[] values = new int[n];
        Arrays.fill(values, NONE);
        return values;
    }

    private static void meet(int[] neighbour, int symbol, int with) {
        neighbour[symbol] = neighbour[symbol] == NONE || neighbour[symbol] == with ? with : MANY;
    }
}
