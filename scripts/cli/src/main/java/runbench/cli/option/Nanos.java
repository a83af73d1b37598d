package runbench.cli.option;

import java.math.BigDecimal;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import runbench.base.quantity.Durations;

/** Times as typed: {@code 4s}, {@code 100us}, {@code 12h}; a number without a unit is in seconds. */
public final class Nanos implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        BigDecimal nanos = Durations.parse(Durations.lacksUnit(text) ? text.strip() + "s" : text)
                .orElseThrow(() -> new TypeConversionException(
                        "'" + text + "' is not a time: a number and ns, us, ms, s, min or h (4s)"));
        try {
            return Durations.wholeNanos(nanos);
        } catch (ArithmeticException tooLarge) {
            throw new TypeConversionException("'" + text + "' is longer than 292 years");
        }
    }
}
