package runbench.report;

import java.util.function.DoubleFunction;
import runbench.base.stats.Interval;

/** Formats a value with its bounds: {@code 1.42 [1.41, 1.43]}, {@code 33.1 GB/s [32.9, 33.2]}. */
public final class Bounded {
    private Bounded() {
    }

    /**
     * Returns the value with its bounds.
     *
     * @param interval bounds; null if unknown
     * @param number formats one number
     */
    public static String words(double value, Interval interval, DoubleFunction<String> number) {
        return number.apply(value) + bounds(interval, number);
    }

    /** Returns the bounds alone, with a leading space; empty if the formatted bounds are equal. */
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

    /** Returns the text after the last digit. */
    private static String unit(String text) {
        return text.replaceFirst("^.*[0-9]", "");
    }
}
