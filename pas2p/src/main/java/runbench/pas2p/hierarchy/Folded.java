package runbench.pas2p.hierarchy;

import java.util.Arrays;

/** A string while it is folded: symbols and the nodes that they stand for. Rewritten from left to right, in place. */
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

    /** Takes over one symbol. */
    void keep(int i) {
        symbol[written] = symbol[i];
        node[written++] = node[i];
    }

    /** Puts one symbol for a stretch: itself under another name when the stretch is one symbol already. */
    void put(int as, int from, int to, boolean odd) {
        int made = to - from == 1 && symbols.isRun(as) ? node[from] : forest.add(as, node, from, to, odd);
        symbol[written] = as;
        node[written++] = made;
    }

    /** @return whether anything was put */
    boolean rewritten() {
        boolean shorter = written < size;
        size = written;
        return shorter;
    }
}
