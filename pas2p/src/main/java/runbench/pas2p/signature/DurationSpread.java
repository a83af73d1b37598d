package runbench.pas2p.signature;

/**
 * How much durations that follow each other differ, as shares of their mean. Neighbours are compared rather than each with the mean
 * (von Neumann 1941, as in the Allan variance of clocks): a phase that grows slowly is not taken for one that scatters, for a ratio
 * to the traced durations follows the growth.
 */
final class DurationSpread {
    private DurationSpread() {
    }

    /** Standard deviation of one duration; 0 of fewer than two. */
    static double ofOne(double[] durations) {
        return ofMeans(durations, 1, 2);
    }

    /**
     * Standard deviation of the mean of {@code length} neighbours; more than that of one through the root of {@code length} where
     * disturbances last longer than one occurrence. 0 where there are fewer than eight such means.
     */
    static double ofMeans(double[] durations, int length) {
        return ofMeans(durations, length, 8);
    }

    private static double ofMeans(double[] durations, int length, int fewest) {
        int blocks = durations.length / length;
        if (blocks < fewest) {
            return 0;
        }
        double squares = 0;
        double sum = 0;
        double before = 0;
        for (int b = 0; b < blocks; b++) {
            double mean = 0;
            for (int i = b * length; i < (b + 1) * length; i++) {
                mean += durations[i] / length;
            }
            squares += b == 0 ? 0 : (mean - before) * (mean - before);
            sum += mean;
            before = mean;
        }
        return sum <= 0 ? 0 : Math.sqrt(squares / (2 * (blocks - 1))) / (sum / blocks);
    }
}
