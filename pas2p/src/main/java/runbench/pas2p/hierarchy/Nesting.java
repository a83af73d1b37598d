package runbench.pas2p.hierarchy;

import java.util.Arrays;

/**
 * Detection of symbols with a single parent: a sequence that occurs exactly once in each occurrence of one other
 * sequence, and nowhere else, needs no name.
 */
final class Nesting {
    private static final int NONE = -1;
    private static final int MANY = -2;

    private final Symbols symbols;
    private final int[] parent;
    private final int[] count;

    Nesting(Symbols symbols, Forest forest, int[] roots) {
        this.symbols = symbols;
        parent = new int[symbols.size()];
        count = new int[symbols.size()];
        Arrays.fill(parent, NONE);
        for (int node = forest.leaves(); node < forest.size(); node++) {
            int symbol = forest.symbol(node);
            count[symbol]++;
            for (int i = 0; i < forest.children(node); i++) {
                within(forest.symbol(forest.child(node, i)),
                        symbols.isSequence(symbol) && !forest.odd(node) ? symbol : MANY);
            }
        }
        for (int root : roots) {
            within(forest.symbol(root), MANY);
        }
    }

    private void within(int symbol, int of) {
        parent[symbol] = parent[symbol] == NONE || parent[symbol] == of ? of : MANY;
    }

    boolean[] transparent() {
        boolean[] transparent = new boolean[symbols.size()];
        for (int s = 0; s < transparent.length; s++) {
            transparent[s] = symbols.isRun(s)
                    || symbols.isSequence(s) && parent[s] >= 0 && count[s] == count[parent[s]];
        }
        return transparent;
    }
}
