package runbench.report;

import java.util.function.DoubleFunction;
import runbench.parser.metrics.Interval;

/** A value with the bounds between which it lies: {@code 1.42 [1.41, 1.43]}, {@code 33.1 GB/s [32.9, 33.2]}. */
public final class Bounded {
    private Bounded() {
    }

    /**
     * @param interval null where nobody can tell the bounds
     * @param number writes one of the three
     */
    public static String words(double value, Interval interval, DoubleFunction<String> number) {
        return number.apply(value) + bounds(interval, number);
    }

    /** The bounds alone, with a space in front; empty where the digits that are shown do not tell them apart. */
    public static String bounds(Interval interval, DoubleFunction<String> number) {
        if (interval == null) {
            return " [unknown]";
        }
        String low = number.apply(interval.low());
        String high = number.apply(interval.high());
        if (low.equals(high)) {
            return "";
        }
        String unit = unit(high);
        return " [" + (unit.equals(unit(low)) ? low.substring(0, low.length() - unit.length()) : low) + ", "
                + high.substring(0, high.length() - unit.length()) + (unit.equals(unit(low)) ? "" : unit) + "]";
    }

    /** What follows the digits. */
    private static String unit(String text) {
        return text.replaceFirst("^.*[0-9]", "");
    }
}
