package runbench.parser.check;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import runbench.base.quantity.Units;
import runbench.parser.check.CheckReport.CheckVerdict;

/**
 * The result of checking one event or metric.
 *
 * @param name name of the event or metric
 * @param formula formula of the metric; null for events
 * @param verdict result
 * @param reason reason why it was not checked; null if it was
 * @param comparisons one comparison per kernel
 */
public record CheckedItem(String name, String formula, CheckVerdict verdict, String reason,
        List<KernelComparison> comparisons) {
    /**
     * Share of the expected count below which a count is regarded as 0. The two compared runs differ slightly before
     * the kernel begins.
     */
    private static final double NOTHING = 0.001;

    public CheckedItem {
        comparisons = List.copyOf(comparisons);
    }

    static CheckedItem without(String name, String formula, CheckVerdict verdict, String reason) {
        return new CheckedItem(name, formula, verdict, reason, List.of());
    }

    static CheckedItem of(String name, String formula, List<KernelComparison> comparisons) {
        return new CheckedItem(name, formula,
                comparisons.stream().allMatch(KernelComparison::inside) ? CheckVerdict.OK : CheckVerdict.OFF, null,
                comparisons);
    }

    /** Returns the largest relative difference from an expected count; empty if all expected counts are 0. */
    public OptionalDouble error() {
        return comparisons.stream().filter(c -> c.error() != null).mapToDouble(KernelComparison::error).max();
    }

    /** Returns a text such as "ok within 0.3 %" or "off by 10 % (adds: ...)". */
    public String words() {
        return switch (verdict) {
            case OK -> error().isPresent() ? "ok within " + Units.percent(error().getAsDouble())
                    : "ok: 0 where nothing is expected";
            case OFF -> off();
            case NOT_COUNTABLE -> "not countable here: " + reason;
            case NOT_CHECKED -> "not checked: " + reason;
        };
    }

    private String off() {
        KernelComparison worst = comparisons.stream()
                .max(Comparator.comparingDouble(KernelComparison::distance))
                .orElseThrow();
        String where = " (" + worst.kernel() + ": " + Units.si(worst.seen()) + " instead of "
                + Units.si(worst.expected()) + ")";
        return worst.seen() < worst.expected() * NOTHING ? "reads 0" + where
                : worst.error() == null ? "counts what does not happen" + where
                        : "off by " + Units.percent(worst.error()) + where;
    }

    /**
     * The comparison of one event or metric on one kernel.
     *
     * @param kernel name of the kernel
     * @param expected expected value
     * @param low lower bound of correct values
     * @param high upper bound of correct values
     * @param seen measured value
     * @param error relative difference between measured and expected value; null if the expected value is 0
     * @param inside whether the measured value is within the bounds
     */
    public record KernelComparison(String kernel, double expected, double low, double high, double seen, Double error,
            boolean inside) {
        static KernelComparison of(String kernel, double expected, double low, double high, double seen) {
            Double error = expected == 0 ? null : (Double) (Math.abs(seen - expected) / Math.abs(expected));
            return new KernelComparison(kernel, expected, low, high, seen, error, low <= seen && seen <= high);
        }

        /** Returns the distance from the bounds, in units of the expected value; 0 inside. */
        double distance() {
            double outside = seen < low ? low - seen : seen > high ? seen - high : 0;
            return outside == 0 ? 0
                    : outside / Math.max(Math.max(Math.abs(expected), Math.abs(high)), Double.MIN_NORMAL);
        }
    }
}
