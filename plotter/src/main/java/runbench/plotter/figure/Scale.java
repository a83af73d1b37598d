package runbench.plotter.figure;

import java.util.List;
import java.util.Objects;
import runbench.base.quantity.Printable;

/**
 * The quantity, range and number format of an axis.
 *
 * @param label the quantity, with its unit in brackets; may be empty
 * @param kind linear, logarithmic, or named positions
 * @param min lowest value shown; NaN for the lowest of the data
 * @param max highest value shown; NaN for the highest of the data
 * @param fromZero true to extend the range of the data to 0
 * @param siUnit unit of tick labels with SI prefixes, such as "5 µs"; may be empty. Null for plain numbers
 * @param names names of the positions 0, 1, ... for {@link Kind#NAMES}; otherwise empty
 */
public record Scale(String label, Kind kind, double min, double max, boolean fromZero, String siUnit,
        List<String> names) {

    /** The mapping of values to positions. */
    public enum Kind {
        LINEAR, LOG, NAMES
    }

    public Scale {
        label = Printable.line(label);
        Objects.requireNonNull(kind);
        names = names.stream().map(Printable::line).toList();
    }

    public static Scale linear(String label) {
        return new Scale(label, Kind.LINEAR, Double.NaN, Double.NaN, false, null, List.of());
    }

    /** Returns a logarithmic axis, base 10; values that are not positive are not drawn. */
    public static Scale log(String label) {
        return new Scale(label, Kind.LOG, Double.NaN, Double.NaN, false, null, List.of());
    }

    /** Returns an axis of named positions 0, 1, ...; on a vertical axis the first name is at the top. */
    public static Scale names(String label, List<String> names) {
        List<String> printable = names.stream().map(Printable::line).toList();
        return new Scale(label, Kind.NAMES, -0.5, Math.max(1, names.size()) - 0.5, false, null, printable);
    }

    /** Returns a copy whose range always includes 0, as rates should. */
    public Scale startingAtZero() {
        return new Scale(label, kind, min, max, true, siUnit, names);
    }

    /** Returns a copy with a fixed range; NaN takes that end from the data. */
    public Scale between(double lowest, double highest) {
        return new Scale(label, kind, lowest, highest, fromZero, siUnit, names);
    }

    /** Returns a copy with SI prefixes on its ticks: {@code si("s")} writes "5 µs", {@code si("")} writes "200 k". */
    public Scale si(String unit) {
        return new Scale(label, kind, min, max, fromZero, Objects.requireNonNull(unit), names);
    }
}
