package runbench.cli.sync;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import runbench.sync.model.Chain;
import runbench.sync.model.Converted;

/** What stamps count. */
enum StampUnit {
    NS, S, TICKS;

    Converted convert(Chain chain, String text) {
        return switch (this) {
            case NS -> chain.toReference(Long.parseLong(text));
            case S -> chain.toReference(new BigDecimal(text).movePointRight(9).setScale(0, RoundingMode.HALF_EVEN).longValueExact());
            case TICKS -> chain.ofTicks(Long.parseUnsignedLong(text));
        };
    }

    /** A stamp as JSON writes numbers, which have no plus sign and no leading zeros. */
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
