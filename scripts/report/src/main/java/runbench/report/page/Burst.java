package runbench.report.page;

import java.util.Optional;

/**
 * The shortest stretch of bins with half of all that was counted.
 *
 * @param to behind the last bin
 * @param share of all, a half or little more
 */
public record Burst(int from, int to, double share) {
    /** A stretch that holds more of the run is not a burst. */
    private static final double SHORT = 0.1;

    /** @param rates of bins of equal time; NaN: not known */
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
        return Optional.ofNullable(shortest).filter(b -> b.to - b.from <= SHORT * rates.length);
    }
}
