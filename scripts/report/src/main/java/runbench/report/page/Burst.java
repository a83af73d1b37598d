package runbench.report.page;

import java.util.Optional;

/**
 * The shortest range of bins that contains half of all counts.
 *
 * @param from first bin
 * @param to bin after the last one
 * @param share share of all counts, at least a half
 */
public record Burst(int from, int to, double share) {
    /** Maximum length of a burst as a share of the run. */
    private static final double MAX_RUN_SHARE = 0.1;

    /**
     * Finds a burst.
     *
     * @param rates rates of bins of equal time; NaN means unknown
     * @return empty if the counts are not concentrated
     */
    public static Optional<Burst> of(double[] rates) {
        double all = 0;
        for (double r : rates) {
            all += r > 0 ? r : 0;
        }
        double within = 0;
        int from = 0;
        Burst shortest = null;
        for (int to = 0; to < rates.length && all > 0; to++) {
            within += rates[to] > 0 ? rates[to] : 0;
            while (within - (rates[from] > 0 ? rates[from] : 0) >= all / 2) {
                within -= rates[from] > 0 ? rates[from] : 0;
                from++;
            }
            if (within >= all / 2 && (shortest == null || to + 1 - from < shortest.to - shortest.from)) {
                shortest = new Burst(from, to + 1, within / all);
            }
        }
        return Optional.ofNullable(shortest).filter(b -> b.to - b.from <= MAX_RUN_SHARE * rates.length);
    }
}
