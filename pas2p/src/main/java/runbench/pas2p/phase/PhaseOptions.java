package runbench.pas2p.phase;

import runbench.pas2p.block.ParallelBlocks.BlockOptions;
import runbench.pas2p.block.Similarity;
import runbench.pas2p.order.LogicalTrace.OrderRule;

/**
 * Options of an analysis. The defaults are the thesis's, except that phases are found in any order of independent
 * operations and that their times cover the run.
 *
 * @param rule logical order
 * @param method the search for repetition
 * @param similarity criteria for equal phases ({@link Method#PHASES})
 * @param blocks criteria for equal blocks ({@link Method#BLOCKS})
 * @param relevantShare minimum share of the run time of a relevant phase (thesis, section 3.5: 0.01)
 * @param thesisTime true: times by the thesis's rule (slowest process); false: by the frontier rule
 * @param maxPhaseTicks maximum length of a phase, which limits memory if nothing repeats
 */
public record PhaseOptions(OrderRule rule, Method method, Similarity similarity, BlockOptions blocks,
        double relevantShare, boolean thesisTime, int maxPhaseTicks) {
    /** The methods of searching for repetition. */
    public enum Method {
        /**
         * Similarity between phases, sends only, streaming. Independent operations of a rank may come in any order, and
         * ranks may end a phase in different ticks.
         */
        PHASES,
        /** Similarity between phases as in the thesis (section 3.4.3): events at the same place are compared. */
        TICKS,
        /** Similarity between parallel basic blocks (section 3.4.2): in memory, sends and receives. */
        BLOCKS;

        /** Returns true if phases consist of ticks and are found in one pass. */
        public boolean inTicks() {
            return this != BLOCKS;
        }
    }

    public static final PhaseOptions DEFAULT = new PhaseOptions(OrderRule.PAS2P, Method.PHASES, Similarity.DEFAULT,
            BlockOptions.DEFAULT, 0.01, false, 1 << 17);

    public PhaseOptions withRule(OrderRule other) {
        return new PhaseOptions(other, method, similarity, blocks, relevantShare, thesisTime, maxPhaseTicks);
    }

    public PhaseOptions withMethod(Method other) {
        return new PhaseOptions(rule, other, similarity, blocks, relevantShare, thesisTime, maxPhaseTicks);
    }

    public PhaseOptions withBlocks(BlockOptions other) {
        return new PhaseOptions(rule, method, similarity, other, relevantShare, thesisTime, maxPhaseTicks);
    }
}
