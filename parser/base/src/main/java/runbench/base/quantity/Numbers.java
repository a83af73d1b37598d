package runbench.base.quantity;

import static runbench.base.quantity.QuantityStyle.CHART;

import java.math.BigDecimal;

/** The form of numbers in charts: thin spaces between thousands, SI prefixes for rates and times, a true minus sign. */
public final class Numbers {
    /** U+2009, the separator between groups of three digits and before a prefix or unit. */
    public static final char THIN_SPACE = '\u2009';
    private static final int LETTERS = 26;

    private Numbers() {
    }

    /** Returns a whole number with thin spaces: 1 234 567. */
    public static String count(long n) {
        return CHART.count(n);
    }

    /** Returns {@code value} with {@code digits} significant digits and an SI prefix: 1.23 M; unit may be empty. */
    public static String si(double value, int digits, String unit) {
        return CHART.si(value, digits, unit);
    }

    /**
     * Returns {@code value} as a multiple of {@code 10^(3*thousands)} with a fixed number of decimals, for axis ticks.
     */
    public static String siFixed(double value, int thousands, int decimals, String unit) {
        return CHART.siFixed(value, thousands, decimals, unit);
    }

    /**
     * Returns the exponent of 1000 whose prefix suits {@code value}. It is 0 for 0, and never negative if the unit is
     * empty.
     */
    public static int prefixOf(double value, String unit) {
        return CHART.prefixOf(value, unit);
    }

    /** Returns {@code value} with {@code decimals} decimals and grouped thousands. */
    public static String fixed(double value, int decimals) {
        return CHART.fixed(value, decimals);
    }

    /**
     * Returns a share of 0..1 as a percentage. A positive share is never rounded to 0 %, and a share below 1 is never
     * rounded to 100 %.
     */
    public static String percent(double share) {
        if (!Double.isFinite(share)) {
            return "–";
        }
        double p = share * 100;
        if (p > 0 && p < 0.001) {
            return CHART.join("< 0.001", "%");
        }
        if (p < 100 && p > 99.99) {
            return CHART.join("> 99.99", "%");
        }
        int decimals = p == Math.rint(p) ? 0 : p < 0.1 || p > 99.9 ? 3 : p < 1 || p > 99 ? 2 : 1;
        return CHART.join(CHART.written(Decimals.trimmed(new BigDecimal(Decimals.fixed(Decimals.of(p), decimals)))),
                "%");
    }

    /**
     * Returns a duration with three significant digits: 100 µs, 1.05 ms, 5 s.
     *
     * @param nanos the duration, ns
     */
    public static String nanos(double nanos) {
        if (!Double.isFinite(nanos)) {
            return CHART.si(nanos, 3, "s");
        }
        BigDecimal seconds = Decimals.of(nanos).movePointLeft(9);
        return nanos >= 1e12 ? CHART.join(CHART.written(Decimals.fixed(seconds, 0)), "s") : CHART.si(seconds, 3, "s");
    }

    /** Returns the letters for an index from 0, as of the columns of a spreadsheet: A to Z, then AA, AB and so on. */
    public static String letters(int index) {
        return (index < LETTERS ? "" : letters(index / LETTERS - 1)) + (char) ('A' + index % LETTERS);
    }

    /** Returns the number of decimals that distinguishes ticks {@code step} apart. */
    public static int decimalsFor(double step) {
        int decimals = (int) Math.max(0, Math.min(14, Math.ceil(-Math.log10(step) - 1e-9)));
        double units = step * Math.pow(10, decimals);
        return Math.abs(units - Math.rint(units)) > 1e-6 * units ? decimals + 1 : decimals; // 2.5, 0.15
    }
}
