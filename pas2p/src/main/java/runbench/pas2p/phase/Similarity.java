package runbench.pas2p.phase;

/**
 * When two phases are the same (thesis, section 3.4.3): equally many ticks, and of the pairs of events at the same
 * place at least {@link #share} of equal type and similar volume. A pair of which one side has no event is neutral: it
 * is not counted at all; but at least one pair must really agree.
 *
 * @param share of the counted pairs that must agree; the thesis's 0.80
 * @param volumeTolerance share of the larger volume by which two volumes may differ; the thesis's 0.05
 */
public record Similarity(double share, double volumeTolerance) {
    public static final Similarity DEFAULT = new Similarity(0.80, 0.05);

    public Similarity {
        if (!(share > 0 && share <= 1) || !(volumeTolerance >= 0 && volumeTolerance <= 1)) {
            throw new IllegalArgumentException(
                    "share " + share + " must be in (0, 1], volume tolerance " + volumeTolerance + " in [0, 1]");
        }
    }

    /** |a - b| within this share of the larger one. */
    public static boolean close(long a, long b, double tolerance) {
        return a == b || Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));
    }

    boolean volumesAgree(long a, long b) {
        return close(a, b, volumeTolerance);
    }

    boolean enough(long agreeing, long counted) {
        return agreeing > 0 && agreeing >= share * counted - 1e-9;
    }
}
