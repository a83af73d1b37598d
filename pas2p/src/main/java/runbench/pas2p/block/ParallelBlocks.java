package runbench.pas2p.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.pas2p.order.LogicalRows;
import runbench.pas2p.order.LogicalTrace;

/**
 * Parallel basic blocks. A block is the part of the program between two rows of the logical trace. Equal blocks share
 * the number of the first one (thesis, figure 3.13). A hash table groups blocks of equal types, so that only those are
 * compared.
 */
public final class ParallelBlocks {
    /**
     * The properties by which blocks are compared, one element per rank.
     *
     * @param entry types of the first row
     * @param entryBytes volumes of the first row
     * @param computeNanos CPU time of each process between the two rows, ns; 0 where the process has no event in either
     * @param exit types of the second row
     * @param exitBytes volumes of the second row
     */
    public record Block(long[] entry, long[] entryBytes, long[] computeNanos, long[] exit, long[] exitBytes) {}

    private final int[] string;
    private final List<Block> blocks = new ArrayList<>();

    private ParallelBlocks(int length) {
        string = new int[length];
    }

    public static ParallelBlocks of(LogicalTrace trace, LogicalRows rows, BlockOptions options) {
        ParallelBlocks result = new ParallelBlocks(Math.max(0, rows.count() - 1));
        Map<Long, List<Integer>> byTypes = new HashMap<>();
        long[] computed = new long[trace.ranks()];
        Row entry = rows.count() == 0 ? null : Row.of(trace, rows, 0, computed);
        for (int i = 0; i < result.string.length; i++) {
            Row exit = Row.of(trace, rows, i + 1, computed);
            Block block = new Block(entry.types, entry.bytes, exit.compute, exit.types, exit.bytes);
            List<Integer> candidates = byTypes.computeIfAbsent(entry.typesHash * 31 + exit.typesHash,
                    h -> new ArrayList<>(1));
            int id = -1;
            for (int candidate : candidates) {
                if (similar(result.blocks.get(candidate), block, options)) {
                    id = candidate;
                    break;
                }
            }
            if (id < 0) {
                id = result.blocks.size();
                result.blocks.add(block);
                candidates.add(id);
            }
            result.string[i] = id;
            entry = exit;
        }
        return result;
    }

    private record Row(long[] types, long[] bytes, long[] compute, long typesHash) {
        static Row of(LogicalTrace trace, LogicalRows rows, int row, long[] computed) {
            long[] types = new long[trace.ranks()];
            long[] bytes = new long[trace.ranks()];
            long[] compute = new long[trace.ranks()];
            long hash = 17;
            for (int event : rows.row(row)) {
                int rank = trace.rank(event);
                types[rank] = trace.type(event);
                bytes[rank] = trace.bytes(event);
                // Sorting by source may reverse two receives: a negative time counts as 0.
                compute[rank] = Math.max(0, trace.computeNanos(event) - computed[rank]);
                computed[rank] = Math.max(computed[rank], trace.computeNanos(event));
                hash = (hash ^ types[rank]) * 0x9E3779B97F4A7C15L + rank;
            }
            return new Row(types, bytes, compute, hash);
        }
    }

    private static boolean similar(Block a, Block b, BlockOptions options) {
        for (int p = 0; p < a.entry.length; p++) {
            if (a.entry[p] != b.entry[p] || a.exit[p] != b.exit[p]) {
                return false;
            }
            if (options.compareVolume()
                    && !(Similarity.close(a.entryBytes[p], b.entryBytes[p], options.volumeTolerance())
                            && Similarity.close(a.exitBytes[p], b.exitBytes[p], options.volumeTolerance()))) {
                return false;
            }
            if (options.compareCompute()
                    && !Similarity.close(a.computeNanos[p], b.computeNanos[p], options.computeTolerance())) {
                return false;
            }
        }
        return true;
    }

    /** Returns the program as a string of block numbers (from 0); block i is between rows i and i + 1. */
    public int[] string() {
        return string;
    }

    /** Returns the first occurrence of a block number. */
    public Block block(int id) {
        return blocks.get(id);
    }

    public int distinct() {
        return blocks.size();
    }

    /**
     * Phases derived from the string of blocks by the chain rule. Block b joins block a when both occur equally often,
     * at least twice, and when a is always followed by b and b always preceded by a. The rule yields the phases of the
     * thesis's figures 3.16 to 3.18; the thesis gives no rule of its own.
     */
    public static final class BlockChains {
        private static final int NOTHING = -1;
        private static final int SEVERAL = -2;

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
                merge(after, string[i], i + 1 < string.length ? string[i + 1] : SEVERAL);
                merge(before, string[i], i > 0 ? string[i - 1] : SEVERAL);
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
            neighbour[block] = neighbour[block] == NOTHING || neighbour[block] == other ? other : SEVERAL;
        }
    }

    /**
     * Criteria for equal parallel basic blocks (thesis, section 3.4.2).
     *
     * @param volumeTolerance greatest difference of two equal volumes, as a share of the larger one
     * @param compareVolume true: volumes are compared
     * @param computeTolerance greatest difference of two equal compute times of a process, as a share of the larger one
     * @param compareCompute true: compute times are compared; they depend on the machine and on its load
     */
    public record BlockOptions(double volumeTolerance, boolean compareVolume, double computeTolerance,
            boolean compareCompute) {
        /** The thesis's values; compute times are not compared. */
        public static final BlockOptions DEFAULT = new BlockOptions(0.05, true, 0.05, false);
        public static final BlockOptions TYPES_ONLY = new BlockOptions(0, false, 0, false);
    }
}
