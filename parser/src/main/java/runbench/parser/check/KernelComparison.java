package runbench.parser.check;

/**
 * One event or metric on one kernel.
 *
 * @param error of what was seen against what was expected, as a share of it; null where nothing was expected
 * @param inside within the bounds
 */
public record KernelComparison(String kernel, double expected, double low, double high, double seen, Double error,
        boolean inside) {
    static KernelComparison of(String kernel, double expected, double low, double high, double seen) {
        Double error = expected == 0 ? null : (Double) (Math.abs(seen - expected) / Math.abs(expected));
        return new KernelComparison(kernel, expected, low, high, seen, error, low <= seen && seen <= high);
    }

    /** How far outside: 1 is as far as what was expected is from 0. */
    double distance() {
        double outside = seen < low ? low - seen : seen > high ? seen - high : 0;
        return outside == 0 ? 0 : outside / Math.max(Math.max(Math.abs(expected), Math.abs(high)), Double.MIN_NORMAL);
    }
}
