package runbench.pas2p.hierarchy;

import java.util.Arrays;

/** A string during folding: symbols and the nodes that they represent, rewritten in place from left to right. */
final class Folded {
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
