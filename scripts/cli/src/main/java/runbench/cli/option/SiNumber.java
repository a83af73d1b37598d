package runbench.cli.option;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Rates as typed: {@code 20GB/s}, {@code 3GHz}, {@code 2.5e9}; the unit is optional. */
public final class SiNumber implements ITypeConverter<Double> {
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
