package runbench.measure.batch;

/**
 * One run of a batch.
 *
 * @param benchmark catalogue id
 * @param period sampling period as typed, for example {@code 1ms}; {@value #EMULATED} if instructions are counted
 *     instead of time
 */
public record BatchItem(String benchmark, String period) {
    public static final String EMULATED = "emulated";

    /** Returns whether the item is emulated and therefore has no period in time. */
    boolean emulated() {
        return period.equals(EMULATED);
    }

    @Override
    public String toString() {
        return benchmark + " " + period;
    }
}
