package runbench.pas2p.hierarchy;

import java.util.Arrays;

/**
 * Finds nested loops in a string from the innermost outwards. In turn: neighbours that are equal become a run; what
 * always goes together becomes one symbol; what is nearly a passage of the loop beside it becomes one; and when none of
 * that finds anything any more, sequences that follow themselves become loops. Each step costs a walk over what is left
 * of the string.
 */
final class Folding {
    /**
     * How many alike a loop must have passed for each odd one beside it: in a loop that is passed often, and where
     * nothing else repeats.
     */
    private static final int OFTEN = 8;
    private static final int TWICE = 2;

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
            } while (variants.fold(folded, OFTEN));
        } while (TandemRepeats.fold(folded, symbols) || variants.fold(folded, TWICE));
        roots = Arrays.copyOf(folded.node, folded.size);
    }

    private void settle(Folded folded) {
        boolean changed;
        do {
            changed = Runs.fold(folded, symbols);
            changed |= Chains.fold(folded, symbols);
        } while (changed);
    }
}
