package runbench.pas2p.block;

/**
 * When two parallel basic blocks are the same (thesis, section 3.4.2).
 *
 * @param volumeTolerance share of the larger volume by which two volumes may differ
 * @param compareVolume compare volumes at all
 * @param computeTolerance share of the larger compute time by which two compute times of a process may differ
 * @param compareCompute compare compute times at all; they depend on the machine and on its load
 */
public record BlockOptions(double volumeTolerance, boolean compareVolume, double computeTolerance,
        boolean compareCompute) {
    /** The thesis's values; compute times are not compared. */
    public static final BlockOptions DEFAULT = new BlockOptions(0.05, true, 0.05, false);
    public static final BlockOptions TYPES_ONLY = new BlockOptions(0, false, 0, false);
}
