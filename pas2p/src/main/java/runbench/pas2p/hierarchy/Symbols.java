package runbench.pas2p.hierarchy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The grammar: leaves, sequences of symbols, and runs of one symbol. A run has no length, so loops with different
 * numbers of passages are the same loop.
 */
final class Symbols {
    /** Maximum length of a sequence for approximate comparison. */
    static final int MAX_FLAT_LENGTH = 20_000;
    private static final int[] NO_BODY = {};

    private record Body(int[] symbols) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Body b && Arrays.equals(symbols, b.symbols);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(symbols);
        }
    }

    private final int leaves;
    private int size;
    private int[][] body;
    private boolean[] run;
    private int[] runOf;
    private int[][] flat;
    private final Map<Body, Integer> sequences = new HashMap<>();
    private final Map<Body, Integer> loops = new HashMap<>();

    Symbols(int leaves) {
        this.leaves = leaves;
        int capacity = leaves + 16;
        body = new int[capacity][];
        run = new boolean[capacity];
        runOf = new int[capacity];
        flat = new int[capacity][];
        Arrays.fill(runOf, -1);
        for (int i = 0; i < leaves; i++) {
            add(NO_BODY, false);
        }
    }

    private int add(int[] symbols, boolean isRun) {
        if (size == body.length) {
            int n = size * 2;
            body = Arrays.copyOf(body, n);
            run = Arrays.copyOf(run, n);
            flat = Arrays.copyOf(flat, n);
            runOf = Arrays.copyOf(runOf, n);
            Arrays.fill(runOf, size, n, -1);
        }
        body[size] = symbols;
        run[size] = isRun;
        return size++;
    }

    int size() {
        return size;
    }

    boolean isLeaf(int symbol) {
        return symbol < leaves;
    }

    boolean isRun(int symbol) {
        return run[symbol];
    }

    boolean isSequence(int symbol) {
        return symbol >= leaves && !run[symbol];
    }

    int[] body(int symbol) {
        return body[symbol];
    }

    boolean hasRun(int symbol) {
        return runOf[symbol] >= 0;
    }

    /** Returns the run of a symbol; of a run, itself. */
    int run(int symbol) {
        if (run[symbol]) {
            return symbol;
        }
        if (runOf[symbol] < 0) {
            int made = add(new int[]{symbol}, true);
            runOf[symbol] = made;
        }
        return runOf[symbol];
    }

    int sequence(int[] symbols) {
        return sequences.computeIfAbsent(new Body(symbols), b -> add(symbols, false));
    }

    /** Returns the loop with a body, in the rotation that occurred first. */
    int loop(int[] symbols) {
        return loops.computeIfAbsent(new Body(leastRotation(symbols)), b -> sequence(symbols));
    }

    /** Returns the least rotation (Booth's algorithm). */
    private static int[] leastRotation(int[] s) {
        int n = s.length;
        int i = 0;
        int j = 1;
        int k = 0;
        while (i < n && j < n && k < n) {
            int difference = Integer.compare(s[(i + k) % n], s[(j + k) % n]);
            if (difference == 0) {
                k++;
                continue;
            }
            if (difference > 0) {
                i += k + 1;
            } else {
                j += k + 1;
            }
            if (i == j) {
                j++;
            }
            k = 0;
        }
        int start = Math.min(i, j);
        int[] rotated = new int[n];
        for (int a = 0; a < n; a++) {
            rotated[a] = s[(start + a) % n];
        }
        return rotated;
    }

    /** Returns the leaves in order, each run once; empty if there are too many to compare. */
    int[] flat(int symbol) {
        if (flat[symbol] == null) {
            flat[symbol] = isLeaf(symbol) ? new int[]{symbol}
                    : run[symbol] ? flat(body[symbol][0]) : flatSequence(body[symbol]);
        }
        return flat[symbol];
    }

    private int[] flatSequence(int[] symbols) {
        int length = 0;
        for (int s : symbols) {
            int part = flat(s).length;
            length += part;
            if (part == 0 || length > MAX_FLAT_LENGTH) {
                return NO_BODY;
            }
        }
        int[] all = new int[length];
        int at = 0;
        for (int s : symbols) {
            int[] part = flat(s);
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }
}
