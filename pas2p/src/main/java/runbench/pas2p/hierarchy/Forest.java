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
    private int[] childCount;
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
        firstChild = new int[symbol.length];
        childCount = new int[symbol.length];
        odd = new boolean[symbol.length];
        for (int i = 0; i < leaves; i++) {
            start[i] = i;
            end[i] = i + 1;
        }
    }

    /**
     * Adds a node. Nodes of the same symbol among its children, which are shorter runs, are replaced by their own
     * children: one loop is one node.
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
            firstChild = Arrays.copyOf(firstChild, n);
            childCount = Arrays.copyOf(childCount, n);
            odd = Arrays.copyOf(odd, n);
        }
        if (nodeSymbol >= counts.length) {
            counts = Arrays.copyOf(counts, nodeSymbol * 2);
        }
        counts[nodeSymbol] += oddOne ? 0 : 1;
        firstChild[size] = childrenSize;
        for (int i = from; i < to; i++) {
            if (symbol[nodes[i]] == nodeSymbol) {
                append(children, firstChild[nodes[i]], childCount[nodes[i]]);
                childCount[nodes[i]] = 0;
            } else {
                append(nodes, i, 1);
            }
        }
        childCount[size] = childrenSize - firstChild[size];
        symbol[size] = nodeSymbol;
        start[size] = start[nodes[from]];
        end[size] = end[nodes[to - 1]];
        odd[size] = oddOne;
        return size++;
    }

    private void append(int[] nodes, int from, int count) {
        if (childrenSize + count > children.length) {
            children = Arrays.copyOf(children, Math.max(childrenSize + count, children.length * 2));
        }
        System.arraycopy(nodes, from, children, childrenSize, count);
        childrenSize += count;
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
        return childCount[node];
    }

    int child(int node, int i) {
        return children[firstChild[node] + i];
    }
}
