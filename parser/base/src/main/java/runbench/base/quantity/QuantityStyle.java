package runbench.base.quantity;

import java.math.BigDecimal;

/** The style of numbers for one kind of output. The rounding is the same in all styles: see {@link Decimals}. */
public enum QuantityStyle {
    /** ASCII, no digit groups, no prefixes below one: for logs and terminals of any encoding. */
    TERMINAL(" ", "-", false, 0, null),
    /** Thin spaces, a true minus sign, all prefixes: for charts. */
    CHART("\u2009", "−", true, 5, "–");

    private static final String[] PREFIXES = {"f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E"};
    private static final int UNITY = 5;
    /** Number of significant digits that arithmetic on doubles preserves. */
    private static final int RELIABLE_DIGITS = 12;

    private final String space;
    private final String minus;
    private final boolean grouped;
    private final int smallPrefixes;
    private final String nothing;

    /**
     * Defines a style.
     *
     * @param nothing text for NaN and infinities; null: Java's name for them
     */
    QuantityStyle(String space, String minus, boolean grouped, int smallPrefixes, String nothing) {
        this.space = space;
        this.minus = minus;
        this.grouped = grouped;
        this.smallPrefixes = smallPrefixes;
        this.nothing = nothing;
    }

    /** Returns the separator between a number and its unit. */
    String space() {
        return space;
    }

    /** Returns a whole number. */
    String count(long n) {
        return written(Long.toString(n));
    }

    /** Returns a number with at most {@code digits} significant digits and an SI prefix; the unit may be empty. */
    String si(double value, int digits, String unit) {
        return Double.isFinite(value) ? si(Decimals.of(value), digits, unit) : none(value);
    }

    String si(BigDecimal value, int digits, String unit) {
        BigDecimal rounded = Decimals.significant(value, digits);
        int thousands = power(rounded, unit);
        return join(written(Decimals.trimmed(rounded.movePointLeft(3 * thousands))),
                PREFIXES[thousands + UNITY] + unit);
    }

    /** Returns a number as a multiple of {@code 10^(3*thousands)} with a fixed number of decimals. */
    String siFixed(double value, int thousands, int decimals, String unit) {
        return value == 0 ? "0"
                : join(written(Decimals.fixed(Decimals.of(value).movePointLeft(3 * thousands), Math.max(0, decimals))),
                        PREFIXES[thousands + UNITY] + unit);
    }

    /** Returns the exponent of 1000 whose prefix suits the value; 0 for 0. */
    int prefixOf(double value, String unit) {
        return value == 0 || !Double.isFinite(value) ? 0
                : power(Decimals.significant(Decimals.of(value), RELIABLE_DIGITS), unit);
    }

    /** Returns the exponent of 1000. It is negative only if the unit is not empty. */
    private int power(BigDecimal value, String unit) {
        int power = Math.floorDiv(Decimals.magnitude(value), 3);
        return Math.max(unit.isEmpty() ? 0 : -smallPrefixes, Math.min(PREFIXES.length - 1 - UNITY, power));
    }

    /** Returns a number with at most {@code digits} significant digits. */
    String digits(double value, int digits) {
        return Double.isFinite(value) ? written(Decimals.trimmed(Decimals.significant(Decimals.of(value), digits)))
                : none(value);
    }

    /** Returns a number with {@code decimals} decimals. */
    String fixed(double value, int decimals) {
        return Double.isFinite(value) ? written(Decimals.fixed(Decimals.of(value), Math.max(0, decimals)))
                : Double.toString(value);
    }

    private String none(double value) {
        return nothing == null ? Double.toString(value) : nothing;
    }

    String join(String digits, String unit) {
        return unit.isEmpty() ? digits : digits + space + unit;
    }

    /**
     * Returns plain digits in this style.
     *
     * @param plain digits, optionally with a minus sign and a decimal point
     */
    String written(String plain) {
        boolean negative = plain.startsWith("-");
        String digits = negative ? plain.substring(1) : plain;
        int point = digits.indexOf('.') < 0 ? digits.length() : digits.indexOf('.');
        StringBuilder out = new StringBuilder(negative ? minus : "");
        for (int i = 0; i < point; i++) {
            if (grouped && i > 0 && (point - i) % 3 == 0 && point > 4) {
                out.append(space);
            }
            out.append(digits.charAt(i));
        }
        return out.append(digits, point, digits.length()).toString();
    }
}
