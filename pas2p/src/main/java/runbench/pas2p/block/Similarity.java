package runbench.pas2p.block;

/**
 * Criteria for equal phases (thesis, section 3.4.3): equal numbers of ticks, and at least {@link #share} of the pairs
 * of events at the same place with equal type and similar volume. A pair with only one event is neutral and not
 * counted. At least one pair must agree.
 *
 * @param share minimum share of agreeing pairs; the thesis's 0.80
 * @param volumeTolerance greatest difference of two equal volumes, as a share of the larger one; the thesis's 0.05
 */
public record Similarity(double share, double volumeTolerance) {
    public static final Similarity DEFAULT = new Similarity(0.80, 0.05);

    public Similarity {
        if (!(share > 0 && share <= 1) || !(volumeTolerance >= 0 && volumeTolerance <= 1)) {
            throw new IllegalArgumentException(
                    "share " + share + " must be in (0, 1], volume tolerance " + volumeTolerance + " in [0, 1]");
        }
    }

    /** Returns true if |a - b| is within a share of the larger value. */
    public static boolean close(long a, long b, double tolerance) {
        return a == b || Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));
    }

    /** Returns true if two volumes count as equal. */
    public boolean volumesAgree(long a, long b) {
        return close(a, b, volumeTolerance);
    }

    /** Returns true if enough of the counted pairs agree. */
    public boolean enough(long agreeing, long counted) {
        return agreeing > 0 && agreeing >= share * counted - 1e-9;
    }
}
