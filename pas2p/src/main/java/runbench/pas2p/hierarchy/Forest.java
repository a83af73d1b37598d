package runbench.pas2p.hierarchy;

import java.util.Arrays;

/**
 * The occurrences of the grammar's symbols in the string. A node covers the leaves of its children. The first nodes are
 * the leaves.
 */
final class Forest {
    private final int leaves;
    private int size;
    private int[] symbol;
    private int[] start;
    private int[] end;
    private int[] firstChild;
    private boolean[] odd;
    private int[] counts = new int[256];
    private int childrenSize;
    private int[] children = new int[256];

    /**
     * Creates the leaves.
     *
     * @param string symbols of the leaves
     */
    Forest(int[] string) {
        leaves = string.length;
        size = leaves;
        symbol = Arrays.copyOf(string, leaves + 16);
        start = new int[symbol.length];
        end = new int[symbol.length];
        firstChild = new int[symbol.length + 1];
        odd = new boolean[symbol.length];
        for (int i = 0; i < leaves; i++) {
            start[i] = i;
            end[i] = i + 1;
        }
    }

    /**
     * Adds a node.
     *
     * @param nodes its children: {@code nodes[from..to)}
     * @param oddOne true: the children are only similar to the symbol's definition
     * @return the new node
     */
    int add(int nodeSymbol, int[] nodes, int from, int to, boolean oddOne) {
        if (size == symbol.length) {
            int n = size + (size >> 1);
            symbol = Arrays.copyOf(symbol, n);
            start = Arrays.copyOf(start, n);
            end = Arrays.copyOf(end, n);
            firstChild = Arrays.copyOf(firstChild, n + 1);
            odd = Arrays.copyOf(odd, n);
        }
        int count = to - from;
        if (childrenSize + count > children.length) {
            children = Arrays.copyOf(children, Math.max(childrenSize + count, children.length * 2));
        }
        if (nodeSymbol >= counts.length) {
            counts = Arrays.copyOf(counts, nodeSymbol * 2);
        }
        counts[nodeSymbol] += oddOne ? 0 : 1;
        System.arraycopy(nodes, from, children, childrenSize, count);
        symbol[size] = nodeSymbol;
        start[size] = start[nodes[from]];
        end[size] = end[nodes[to - 1]];
        odd[size] = oddOne;
        firstChild[size] = childrenSize;
        childrenSize += count;
        firstChild[size + 1] = childrenSize;
        return size++;
    }

    /** Returns the number of nodes with a symbol, without odd ones. */
    int count(int nodeSymbol) {
        return nodeSymbol < counts.length ? counts[nodeSymbol] : 0;
    }

    int size() {
        return size;
    }

    int leaves() {
        return leaves;
    }

    int symbol(int node) {
        return symbol[node];
    }

    /** Returns the first occurrence that a node covers. */
    int start(int node) {
        return start[node];
    }

    /** Returns the end (exclusive) of the occurrences that a node covers. */
    int end(int node) {
        return end[node];
    }

    boolean odd(int node) {
        return odd[node];
    }

    int children(int node) {
        return node < leaves ? 0 : firstChild[node + 1] - firstChild[node];
    }

    int child(int node, int i) {
        return children[firstChild[node] + i];
    }
}
