package runbench.cli.option;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import runbench.base.quantity.Durations;
/** Quantities as typed, with their units. */
public final class TypedQuantity {
    private TypedQuantity() {
    }

    /** Times with their unit: {@code 4s}, {@code 100us}, {@code 12h}. */
    public static final class Nanos implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            BigDecimal nanos = Durations.parse(text)
                    .orElseThrow(() -> new TypeConversionException(Durations.lacksUnit(text)
                            ? "'" + text + "' lacks its unit: write " + text.strip() + "s for seconds"
                            : "'" + text + "' is not a time: a number and ns, us, ms, s, min or h (4s)"));
            try {
                return Durations.wholeNanos(nanos);
            } catch (ArithmeticException tooLarge) {
                throw new TypeConversionException("'" + text + "' is longer than 292 years");
            }
        }
    }

    /** Times that earlier releases accepted as a number of seconds, and that this release still accepts so. */
    public static final class NanosOrSeconds implements ITypeConverter<Long> {
        private static final Pattern SECONDS = Pattern.compile("[0-9]*\\.?[0-9]+([eE][+-]?[0-9]{1,2})?");

        @Override
        public Long convert(String text) {
            String number = text.strip();
            return new Nanos()
                    .convert(SECONDS.matcher(number).matches() ? new BigDecimal(number).toPlainString() + "s" : text);
        }
    }

    /** Rates as typed: {@code 20GB/s}, {@code 3GHz}, {@code 2.5e9}; the unit is optional. */
    public static final class SiNumber implements ITypeConverter<Double> {
        private static final String PREFIXES = "kMGT";
        private static final Pattern FORM = Pattern.compile("([0-9.]+(?:[eE][+-]?[0-9]+)?)\\s*([kKMGT]?)(?:B/s|Hz|B)?");

        @Override
        public Double convert(String text) {
            Matcher m = FORM.matcher(text.strip());
            try {
                if (m.matches()) {
                    String prefix = m.group(2).equals("K") ? "k" : m.group(2);
                    return Double.parseDouble(m.group(1))
                            * Math.pow(1000, prefix.isEmpty() ? 0 : PREFIXES.indexOf(prefix) + 1);
                }
            } catch (NumberFormatException e) {
                // Reported below.
            }
            throw new TypeConversionException(
                    "'" + text + "' is no rate: a number, and k, M, G or T where it is large (20GB/s, 3GHz)");
        }
    }

    /** Shares as typed: "3%" or "0.03". */
    public static final class ShareConverter implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            String number = text.strip().replaceFirst("\\s*%$", "");
            try {
                return Double.parseDouble(number) / (number.equals(text.strip()) ? 1 : 100);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + text + "' is no share; write 3% or 0.03");
            }
        }
    }
}
