package runbench.pas2p.hierarchy;

/**
 * Folding of equal neighbours into a run. A run has no length; a symbol that was in a run elsewhere becomes a run of
 * length 1.
 */
final class Runs {
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
