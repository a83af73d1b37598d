package runbench.pas2p.hierarchy;

import java.util.Arrays;

/**
 * Detection of nested loops in a string, from the innermost outwards. The steps, in order: equal neighbours become a
 * run; symbols that always follow each other become one symbol; a stretch that nearly equals a passage of the
 * neighbouring loop becomes one. If none of these applies, consecutive equal sequences become loops. Each step is
 * linear in the remaining string.
 */
final class Folding {
    /**
     * Regular passages that a loop needs for each odd one next to it: in a frequent loop, and if nothing else repeats.
     */
    private static final int PASSAGES_PER_ODD_ONE = 8;
    private static final int PASSAGES_IF_NOTHING_ELSE_REPEATS = 2;

    final Symbols symbols;
    final Forest forest;
    /** The nodes of the whole string, in order. */
    final int[] roots;

    Folding(int[] string, int leaves) {
        symbols = new Symbols(leaves);
        forest = new Forest(string);
        Folded folded = new Folded(string, symbols, forest);
        Variants variants = new Variants(symbols, forest);
        do {
            do {
                settle(folded);
            } while (variants.fold(folded, PASSAGES_PER_ODD_ONE));
        } while (TandemRepeats.fold(folded, symbols) || variants.fold(folded, PASSAGES_IF_NOTHING_ELSE_REPEATS));
        roots = Arrays.copyOf(folded.node, folded.size);
    }

    private void settle(Folded folded) {
        boolean changed;
        do {
            changed = Runs.fold(folded, symbols);
            changed |= Chains.fold(folded, symbols);
        } while (changed);
    }

    /** A string during folding: symbols and the nodes that they represent, rewritten in place from left to right. */
    static final class Folded {
        private final Symbols symbols;
        private final Forest forest;
        int size;
        final int[] symbol;
        final int[] node;
        private int written;

        Folded(int[] string, Symbols symbols, Forest forest) {
            this.symbols = symbols;
            this.forest = forest;
            size = string.length;
            symbol = string.clone();
            node = new int[size];
            Arrays.setAll(node, i -> i);
        }

        void rewrite() {
            written = 0;
        }

        /** Copies one symbol. */
        void keep(int i) {
            symbol[written] = symbol[i];
            node[written++] = node[i];
        }

        /** Replaces a stretch by one symbol. A stretch of one symbol gets a new name. */
        void put(int as, int from, int to, boolean odd) {
            int made = to - from == 1 && symbols.isRun(as) ? node[from] : forest.add(as, node, from, to, odd);
            symbol[written] = as;
            node[written++] = made;
        }

        /** Returns true if a stretch was replaced. */
        boolean rewritten() {
            boolean shorter = written < size;
            size = written;
            return shorter;
        }
    }

    /**
     * Folding of symbols that always follow each other: neither occurs without the other (the thesis's rule for blocks,
     * section 3.4.2).
     */
    private static final class Chains {
        private static final int NONE = -1;
        private static final int SEVERAL = -2;

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
                meet(next, s, i + 1 < string.size ? string.symbol[i + 1] : SEVERAL);
                meet(previous, s, i > 0 ? string.symbol[i - 1] : SEVERAL);
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
            neighbour[symbol] = neighbour[symbol] == NONE || neighbour[symbol] == with ? with : SEVERAL;
        }
    }

    /**
     * Folding of equal neighbours into a run. A run has no length; a symbol that was in a run elsewhere becomes a run
     * of length 1.
     */
    private static final class Runs {
        private Runs() {
        }

        /**
         * Folds a string.
         *
         * @return true if the string changed
         */
        static boolean fold(Folded string, Symbols symbols) {
            boolean any = false;
            for (int i = 1; i < string.size; i++) {
                if (string.symbol[i] == string.symbol[i - 1]) {
                    symbols.run(string.symbol[i]);
                    any = true;
                }
            }
            string.rewrite();
            for (int i = 0; i < string.size;) {
                int symbol = string.symbol[i];
                int end = i + 1;
                while (end < string.size && string.symbol[end] == symbol) {
                    end++;
                }
                if (symbols.isRun(symbol) && end - i == 1 || !symbols.isRun(symbol) && !symbols.hasRun(symbol)) {
                    string.keep(i);
                } else {
                    any = true;
                    string.put(symbols.run(symbol), i, end, false);
                }
                i = end;
            }
            string.rewritten();
            return any;
        }
    }
}
