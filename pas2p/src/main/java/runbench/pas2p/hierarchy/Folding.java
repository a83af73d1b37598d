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
