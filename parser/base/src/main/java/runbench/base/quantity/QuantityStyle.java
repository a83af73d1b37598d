package runbench.base.quantity;

import java.math.BigDecimal;

/** How numbers look where they are read. They are rounded in the same way everywhere: see {@link Decimals}. */
public enum QuantityStyle {
    /** ASCII, no groups of digits, no prefixes below one: logs, terminals of any encoding. */
    TERMINAL(" ", "-", false, 0, null),
    /** Thin spaces, a true minus, all prefixes. */
    CHART("\u2009", "−", true, 5, "–");

    private static final String[] PREFIXES = {"f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E"};
    private static final int UNITY = 5;
    /** What arithmetic on doubles leaves intact. */
    private static final int RELIABLE_DIGITS = 12;

    private final String space;
    private final String minus;
    private final boolean grouped;
    private final int smallPrefixes;
    private final String nothing;

    /** @param nothing instead of a number that is none; null: its name */
    QuantityStyle(String space, String minus, boolean grouped, int smallPrefixes, String nothing) {
        this.space = space;
        this.minus = minus;
        this.grouped = grouped;
        this.smallPrefixes = smallPrefixes;
        this.nothing = nothing;
    }

    /** What stands before a unit. */
    String space() {
        return space;
    }

    /** A whole number. */
    String count(long n) {
        return written(Long.toString(n));
    }

    /** With so many significant digits at most and an SI prefix; the unit may be empty. */
    String si(double value, int digits, String unit) {
        return Double.isFinite(value) ? si(Decimals.of(value), digits, unit) : none(value);
    }

    String si(BigDecimal value, int digits, String unit) {
        BigDecimal rounded = Decimals.significant(value, digits);
        int thousands = power(rounded, unit);
        return join(written(Decimals.trimmed(rounded.movePointLeft(3 * thousands))),
                PREFIXES[thousands + UNITY] + unit);
    }

    /** As a multiple of {@code 10^(3*thousands)} with a fixed number of decimals. */
    String siFixed(double value, int thousands, int decimals, String unit) {
        return value == 0 ? "0"
                : join(written(Decimals.fixed(Decimals.of(value).movePointLeft(3 * thousands), Math.max(0, decimals))),
                        PREFIXES[thousands + UNITY] + unit);
    }

    /** Exponent of 1000 whose prefix suits; 0 for 0. */
    int prefixOf(double value, String unit) {
        return value == 0 || !Double.isFinite(value) ? 0
                : power(Decimals.significant(Decimals.of(value), RELIABLE_DIGITS), unit);
    }

    /** Below one only where there is a unit to carry the prefix. */
    private int power(BigDecimal value, String unit) {
        int power = Math.floorDiv(Decimals.magnitude(value), 3);
        return Math.max(unit.isEmpty() ? 0 : -smallPrefixes, Math.min(PREFIXES.length - 1 - UNITY, power));
    }

    /** With so many significant digits at most. */
    String digits(double value, int digits) {
        return Double.isFinite(value) ? written(Decimals.trimmed(Decimals.significant(Decimals.of(value), digits)))
                : none(value);
    }

    /** With so many decimals. */
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

    /** @param plain digits, perhaps with a minus and a point */
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
