package runbench.pas2p.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Phases derived from the string of blocks by the chain rule. Block b joins block a when both occur equally often, at
 * least twice, and when a is always followed by b and b always preceded by a. The rule yields the phases of the
 * thesis's figures 3.16 to 3.18; the thesis gives no rule of its own.
 */
public final class BlockChains {
    private static final int NOTHING = -1;
    private static final int VARIOUS = -2;

    /**
     * A chain of blocks.
     *
     * @param blocks block numbers in order
     * @param weight number of occurrences of the chain, at least 1
     */
    public record Chain(List<Integer> blocks, int weight) {}

    private BlockChains() {
    }

    /** Returns the chains of a string of block numbers, in order of their first occurrence. */
    public static List<Chain> of(int[] string) {
        int distinct = Arrays.stream(string).max().orElse(-1) + 1;
        int[] count = new int[distinct];
        int[] after = filled(distinct);
        int[] before = filled(distinct);
        for (int i = 0; i < string.length; i++) {
            count[string[i]]++;
            merge(after, string[i], i + 1 < string.length ? string[i + 1] : VARIOUS);
            merge(before, string[i], i > 0 ? string[i - 1] : VARIOUS);
        }
        List<Chain> chains = new ArrayList<>();
        boolean[] placed = new boolean[distinct];
        for (int block : string) {
            if (placed[block]) {
                continue;
            }
            List<Integer> chain = new ArrayList<>();
            int b = block;
            do {
                chain.add(b);
                placed[b] = true;
                b = joins(b, after, before, count) ? after[b] : NOTHING;
            } while (b != NOTHING && !placed[b]);
            chains.add(new Chain(List.copyOf(chain), count[block]));
        }
        return chains;
    }

    private static boolean joins(int a, int[] after, int[] before, int[] count) {
        int b = after[a];
        return b >= 0 && before[b] == a && count[a] == count[b] && count[a] >= 2;
    }

    private static int[] filled(int n) {
        int[] a = new int[n];
        Arrays.fill(a, NOTHING);
        return a;
    }

    private static void merge(int[] neighbour, int block, int other) {
        neighbour[block] = neighbour[block] == NOTHING || neighbour[block] == other ? other : VARIOUS;
    }
}
