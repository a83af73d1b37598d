package runbench.pas2p.signature;

/**
 * The scatter of consecutive durations as a share of their mean. Neighbours are compared, rather than each one with the
 * mean (von Neumann 1941, as in the Allan variance of clocks). A slowly growing phase then has no scatter; a ratio to
 * the traced durations follows the growth.
 */
final class DurationSpread {
    private DurationSpread() {
    }

    /** Returns the standard deviation of one duration; 0 for fewer than two. */
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
