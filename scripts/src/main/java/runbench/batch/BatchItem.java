package runbench.batch;

/**
 * One run of a batch.
 *
 * @param benchmark catalogue id
 * @param period    sampling period as typed, for example {@code 1ms}
 */
public record BatchItem(String benchmark, String period) {
    @Override
    public String toString() {
        return benchmark + " " + period;
    }
}
