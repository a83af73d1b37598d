package runbench.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Shares as typed: "3%" or "0.03". */
public final class ShareConverter implements ITypeConverter<Double> {
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
