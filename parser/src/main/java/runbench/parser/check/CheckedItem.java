package runbench.parser.check;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import runbench.base.quantity.Units;
import runbench.parser.check.CheckReport.CheckVerdict;

/**
 * What came of checking one event or one metric.
 *
 * @param name of the event or metric
 * @param formula by which the metric was computed; null for events
 * @param reason why it could not be checked; null where it was
 * @param comparisons by kernel
 */
public record CheckedItem(String name, String formula, CheckVerdict verdict, String reason,
        List<KernelComparison> comparisons) {
    /**
     * Share of what was expected below which a count is 0: the two runs that are compared differ a little before the
     * kernel begins.
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

    /** The largest difference from what was expected, as a share of it; empty where nothing was expected anywhere. */
    public OptionalDouble error() {
        return comparisons.stream().filter(c -> c.error() != null).mapToDouble(KernelComparison::error).max();
    }

    /** For people: "ok within 0.3 %", "off by 10 % (adds: ...)". */
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
            return outside == 0 ? 0
                    : outside / Math.max(Math.max(Math.abs(expected), Math.abs(high)), Double.MIN_NORMAL);
        }
    }
}
