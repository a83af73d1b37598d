package runbench.sync.convert;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import runbench.base.timeline.Timeline;
import runbench.sync.model.Chain;

/** The unit of stamps. */
public enum StampUnit {
    NS, S, TICKS;

    /** Result of {@link #plain} for text that is not plain. */
    static final long NOT_PLAIN = Long.MIN_VALUE;
    /** Number of decimal digits that fit into 64 bits if the first is less than 9. */
    private static final int SAFE_DIGITS = 19;

    /** Returns the timeline of a node's stamps in this unit. */
    Timeline timeline(Chain chain) {
        return this == TICKS ? chain.ofTicks() : chain;
    }

    /**
     * Returns a stamp as the timeline takes it: ns, or ticks.
     *
     * @throws NumberFormatException if the text is not a number of this unit
     * @throws ArithmeticException if the number exceeds 64 bits of ns
     */
    long parse(String text) {
        return switch (this) {
            case NS -> Long.parseLong(text);
            case S -> new BigDecimal(text).movePointRight(9).setScale(0, RoundingMode.HALF_EVEN).longValueExact();
            case TICKS -> Long.parseUnsignedLong(text);
        };
    }

    /**
     * Parses a stamp that consists of digits, as nearly all do, without creating an object. Returns {@link #NOT_PLAIN}
     * for text that {@link #parse} has to check.
     */
    long plain(char[] text, int from, int to) {
        if (to - from > SAFE_DIGITS + 1) {
            return NOT_PLAIN;
        }
        long value = 0;
        int digits = 0;
        int point = -1;
        for (int i = from; i < to; i++) {
            int digit = text[i] - '0';
            if (digit >= 0 && digit <= 9) {
                value = value * 10 + digit;
                digits++;
            } else if (this == S && text[i] == '.' && point < 0) {
                point = i;
            } else {
                return NOT_PLAIN;
            }
        }
        if (digits == 0 || digits > SAFE_DIGITS || digits == SAFE_DIGITS && text[from] > '8') {
            return NOT_PLAIN;
        }
        if (this != S) {
            return value;
        }
        int decimals = point < 0 ? 0 : to - point - 1;
        int whole = digits - decimals;
        if (decimals > 9 || whole > 10 || whole == 10 && text[from] > '8') {
            return NOT_PLAIN;
        }
        for (int i = decimals; i < 9; i++) {
            value *= 10;
        }
        return value;
    }

    /** Returns a stamp as JSON writes numbers: without plus sign and leading zeros. */
    String number(String text) {
        return switch (this) {
            case NS -> Long.toString(Long.parseLong(text));
            case S -> new BigDecimal(text).toPlainString();
            case TICKS -> Long.toUnsignedString(Long.parseUnsignedLong(text));
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
