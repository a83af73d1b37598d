package runbench.cli.sync;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times as people type and read them: {@code 4s}, {@code 100us}, {@code 12h}; a bare number is seconds. */
final class Nanos implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("([0-9]*\\.?[0-9]+)\\s*(ns|us|µs|ms|s|min|h|)");

    @Override
    public Long convert(String text) {
        Matcher m = FORM.matcher(text.trim());
        if (!m.matches()) {
            throw new TypeConversionException("'" + text + "' is not a time: a number and ns, us, ms, s, min or h (4s)");
        }
        long unit = switch (m.group(2)) {
            case "ns" -> 1L;
            case "us", "µs" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s", "" -> 1_000_000_000L;
            case "min" -> 60_000_000_000L;
            default -> 3_600_000_000_000L;
        };
        try {
            return new BigDecimal(m.group(1)).multiply(BigDecimal.valueOf(unit))
                    .setScale(0, RoundingMode.HALF_EVEN).longValueExact();
        } catch (ArithmeticException tooLarge) {
            throw new TypeConversionException("'" + text + "' is longer than 292 years");
        }
    }

    /** A short time for a table, in us. */
    static String micros(double nanos) {
        return Double.isNaN(nanos) || Double.isInfinite(nanos) ? "-" : String.format(Locale.ROOT, "%.3f", nanos / 1e3);
    }
}
