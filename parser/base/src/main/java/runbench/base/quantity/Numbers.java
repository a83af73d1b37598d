package runbench.base.quantity;

import java.util.Locale;

/** Numbers as charts write them: thin spaces between thousands, SI prefixes for rates and times, a true minus. */
public final class Numbers {
    /** U+2009, between groups of three digits and before a prefix or unit. */
    public static final char THIN_SPACE = '\u2009';
    private static final String[] PREFIXES = {"f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E"};
    private static final int UNITY = 5;

    private Numbers() {
    }

    /** A whole number with thin spaces: 1 234 567. */
    public static String count(long n) {
        return group(Long.toString(n));
    }

    /** {@code value} with {@code digits} significant digits and an SI prefix: 1.23 M; unit may be empty. */
    public static String si(double value, int digits, String unit) {
        if (!Double.isFinite(value)) {
            return "–";
        }
        int thousands = prefixOf(rounded(value, digits), unit);
        return join(trimmed(significant(value / Math.pow(1000, thousands), digits)), thousands, unit);
    }

    /** {@code value} as a multiple of {@code 10^(3*thousands)} with a fixed number of decimals, for axis ticks. */
    public static String siFixed(double value, int thousands, int decimals, String unit) {
        String digits = fixed(value / Math.pow(1000, thousands), decimals);
        return value == 0 ? "0" : join(digits, thousands, unit);
    }

    /** Exponent of 1000 whose prefix suits {@code value}; 0 for 0, and below 1 where there is no unit to carry it. */
    public static int prefixOf(double value, String unit) {
        if (value == 0 || !Double.isFinite(value)) {
            return 0;
        }
        int power = (int) Math.floor(Math.log10(Math.abs(value)) / 3 + 1e-12);
        return Math.max(unit.isEmpty() ? 0 : -UNITY, Math.min(PREFIXES.length - 1 - UNITY, power));
    }

    /** {@code value} with {@code decimals} decimals and grouped thousands. */
    public static String fixed(double value, int decimals) {
        String s = String.format(Locale.ROOT, "%." + Math.max(0, decimals) + "f", value);
        if (s.startsWith("-") && s.chars().allMatch(c -> c == '-' || c == '0' || c == '.')) {
            s = s.substring(1);
        }
        int point = s.indexOf('.');
        return point < 0 ? group(s) : group(s.substring(0, point)) + s.substring(point);
    }

    /** A share of 0..1 as a percentage that never rounds something to 0 % nor less than all to 100 %. */
    public static String percent(double share) {
        if (!Double.isFinite(share)) {
            return "–";
        }
        double p = share * 100;
        if (p > 0 && p < 0.001) {
            return "< 0.001" + THIN_SPACE + "%";
        }
        if (p < 100 && p > 99.99) {
            return "> 99.99" + THIN_SPACE + "%";
        }
        int decimals = p == Math.rint(p) ? 0 : p < 0.1 || p > 99.9 ? 3 : p < 1 || p > 99 ? 2 : 1;
        return trimmed(fixed(p, decimals)) + THIN_SPACE + "%";
    }

    /** A duration given in nanoseconds, with three significant digits: 100 µs, 1.05 ms, 5 s. */
    public static String nanos(double nanos) {
        double seconds = nanos * 1e-9;
        return seconds >= 1000 ? fixed(seconds, 0) + THIN_SPACE + "s" : si(seconds, 3, "s");
    }

    /** Decimals that tell ticks {@code step} apart. */
    public static int decimalsFor(double step) {
        int decimals = (int) Math.max(0, Math.min(14, Math.ceil(-Math.log10(step) - 1e-9)));
        double units = step * Math.pow(10, decimals);
        return Math.abs(units - Math.rint(units)) > 1e-6 * units ? decimals + 1 : decimals; // 2.5, 0.15
    }

    private static double rounded(double value, int digits) {
        if (value == 0) {
            return 0;
        }
        double unit = Math.pow(10, Math.floor(Math.log10(Math.abs(value))) - digits + 1);
        return Math.rint(value / unit) * unit;
    }

    private static String significant(double value, int digits) {
        if (value == 0) {
            return "0";
        }
        int magnitude = (int) Math.floor(Math.log10(Math.abs(rounded(value, digits))) + 1e-12);
        return fixed(rounded(value, digits), digits - 1 - magnitude);
    }

    private static String trimmed(String s) {
        if (s.indexOf('.') < 0) {
            return s;
        }
        int end = s.length();
        while (s.charAt(end - 1) == '0') {
            end--;
        }
        return s.substring(0, s.charAt(end - 1) == '.' ? end - 1 : end);
    }

    private static String join(String digits, int thousands, String unit) {
        String suffix = PREFIXES[thousands + UNITY] + unit;
        return suffix.isEmpty() ? digits : digits + THIN_SPACE + suffix;
    }

    private static String group(String digits) {
        boolean negative = digits.startsWith("-");
        String d = negative ? digits.substring(1) : digits;
        StringBuilder out = new StringBuilder(negative ? "−" : "");
        for (int i = 0; i < d.length(); i++) {
            if (i > 0 && (d.length() - i) % 3 == 0 && d.length() > 4) {
                out.append(THIN_SPACE);
            }
            out.append(d.charAt(i));
        }
        return out.toString();
    }
}
