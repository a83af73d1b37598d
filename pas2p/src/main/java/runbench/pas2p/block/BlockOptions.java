package runbench.pas2p.block;

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
