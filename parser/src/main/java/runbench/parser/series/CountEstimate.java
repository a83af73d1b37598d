package runbench.parser.series;

/**
 * A count over the whole running time.
 *
 * @param count exact where {@code share} is 1; NaN when the event was never measured
 * @param error half of the interval that holds the true count with 95 % confidence, from the spread between rotations
 *     of the groups; 0 where the count is exact, NaN where too few rotations were seen to tell
 * @param share of the running time in which it was counted, 0..1
 * @param faults readings that were left out, because no CPU can count so much
 */
public record CountEstimate(double count, double error, double share, long faults) {
    static final CountEstimate NONE = new CountEstimate(Double.NaN, Double.NaN, 0, 0);

    /** False where the count is exact. */
    public boolean estimated() {
        return share < 1 || faults > 0;
    }
}
