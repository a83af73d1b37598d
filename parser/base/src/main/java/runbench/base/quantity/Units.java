package runbench.base.quantity;

import static runbench.base.quantity.QuantityStyle.TERMINAL;

import java.util.Locale;

/** The form of numbers on a terminal: three significant digits, SI prefixes. */
public final class Units {
    private static final int DIGITS = 3;
    private static final String[] BYTES = {"B", "KiB", "MiB", "GiB", "TiB"};

    private Units() {
    }

    public static String nanos(double nanos) {
        if (nanos < 1e3) {
            return digits(nanos) + " ns";
        } else if (nanos < 1e6) {
            return digits(nanos / 1e3) + " us";
        } else if (nanos < 1e9) {
            return digits(nanos / 1e6) + " ms";
        }
        return seconds(nanos / 1e9);
    }

    public static String seconds(double seconds) {
        return seconds < 0.1 ? digits(seconds * 1e3) + " ms" : TERMINAL.fixed(seconds, 2) + " s";
    }

    public static String percent(double share) {
        return (share == 0 || share >= 0.01 ? Decimals.signed(share * 100, 1) : Decimals.general(share * 100, 2))
                + " %";
    }

    /** Returns a number with an SI prefix. */
    public static String si(double value) {
        return TERMINAL.si(value, DIGITS, "");
    }

    /** Returns a number with an SI prefix and a unit. */
    public static String si(double value, String unit) {
        return TERMINAL.si(value, DIGITS, unit);
    }

    /** Returns a number of bytes with an IEC unit. */
    public static String bytes(double bytes) {
        int step = 0;
        double scaled = bytes;
        while (scaled >= 1024 && step < BYTES.length - 1) {
            scaled /= 1024;
            step++;
        }
        return digits(scaled) + " " + BYTES[step];
    }

    private static String digits(double value) {
        return TERMINAL.digits(value, DIGITS);
    }

    /**
     * Returns a number of things: "1 sample", "1,234 samples".
     *
     * @param noun singular of a noun with a regular plural
     */
    public static String counted(long number, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
    }

    /** Returns a number of times: "once", "1,234 times". */
    public static String times(long number) {
        return number == 1 ? "once" : counted(number, "time");
    }
}
