package runbench.pas2p.signature;

/**
 * How much durations that follow each other differ, as a share of their mean. Neighbours are compared rather than each
 * with the mean (von Neumann 1941, as in the Allan variance of clocks): a phase that grows slowly is not taken for one
 * that scatters, for a ratio to the traced durations follows the growth.
 */
final class DurationSpread {
    private DurationSpread() {
    }

    /** Standard deviation of one duration; 0 of fewer than two. */
    static double ofOne(double[] durations) {
        if (durations.length < 2) {
            return 0;
        }
        double squares = 0;
        double sum = durations[0];
        for (int i = 1; i < durations.length; i++) {
            squares += (durations[i] - durations[i - 1]) * (durations[i] - durations[i - 1]);
            sum += durations[i];
        }
        return sum <= 0 ? 0 : Math.sqrt(squares / (2 * (durations.length - 1))) / (sum / durations.length);
    }
}
