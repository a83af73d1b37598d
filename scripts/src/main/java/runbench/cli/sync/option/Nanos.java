package runbench.cli.sync.option;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import runbench.base.quantity.Durations;

/** Times as people type and read them: {@code 4s}, {@code 100us}, {@code 12h}; a bare number is seconds. */
public final class Nanos implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("([0-9]*\\.?[0-9]+)\\s*(ns|us|µs|ms|s|min|h|)");

    @Override
    public Long convert(String text) {
        Matcher m = FORM.matcher(text.trim());
        if (!m.matches()) {
            throw new TypeConversionException("'" + text + "' is not a time: a number and ns, us, ms, s, min or h (4s)");
        }
        long unit = Durations.unitNanos(m.group(2).isEmpty() ? "s" : m.group(2));
        try {
            return new BigDecimal(m.group(1)).multiply(BigDecimal.valueOf(unit))
                    .setScale(0, RoundingMode.HALF_EVEN).longValueExact();
        } catch (ArithmeticException tooLarge) {
            throw new TypeConversionException("'" + text + "' is longer than 292 years");
        }
    }
}
