package runbench.pas2p.phase;

import runbench.pas2p.block.BlockOptions;
import runbench.pas2p.order.OrderRule;

/**
 * How a trace is analysed; the defaults are the thesis's.
 *
 * @param rule logical order
 * @param method which of the thesis's two searches for repetition
 * @param similarity when two phases are the same ({@link Method#PHASES})
 * @param blocks when two blocks are the same ({@link Method#BLOCKS})
 * @param relevantShare a phase is relevant from this share of the run time on (thesis, section 3.5: 0.01)
 * @param thesisTime use the thesis's time of a phase (slowest process) instead of the frontier rule
 * @param maxPhaseTicks a phase that never repeats anything is cut off here, which bounds memory
 */
public record PhaseOptions(OrderRule rule, Method method, Similarity similarity, BlockOptions blocks,
        double relevantShare, boolean thesisTime, int maxPhaseTicks) {
    /** How repetition is searched for. */
    public enum Method {
        /** Similarity between phases (section 3.4.3): streams, sends only. */
        PHASES,
        /** Similarity between parallel basic blocks (section 3.4.2): in memory, sends and receives. */
        BLOCKS
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
