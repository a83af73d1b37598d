package runbench.plotter.figure;

import java.util.List;
import java.util.Objects;
import runbench.base.quantity.Printable;

/**
 * What an axis shows and how it writes its numbers.
 *
 * @param label what is shown, with its unit in brackets; may be empty
 * @param kind linear, logarithmic, or named positions
 * @param min lowest value shown; NaN takes it from the data
 * @param max highest value shown; NaN takes it from the data
 * @param fromZero whether the range taken from the data is widened to hold 0
 * @param siUnit null for plain numbers; otherwise ticks carry SI prefixes and this unit (may be empty): "5 µs"
 * @param names names of the positions 0, 1, ... for {@link Kind#NAMES}, else empty
 */
public record Scale(String label, Kind kind, double min, double max, boolean fromZero, String siUnit,
        List<String> names) {

    /** How values become positions. */
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

    /** Logarithmic, base 10; values that are not positive are not drawn. */
    public static Scale log(String label) {
        return new Scale(label, Kind.LOG, Double.NaN, Double.NaN, false, null, List.of());
    }

    /** Position {@code i} is called {@code names.get(i)}; on a vertical axis the first stands at the top. */
    public static Scale names(String label, List<String> names) {
        return new Scale(label, Kind.NAMES, -0.5, Math.max(1, names.size()) - 0.5, false, null, names);
    }

    /** The range always holds 0, as rates should. */
    public Scale startingAtZero() {
        return new Scale(label, kind, min, max, true, siUnit, names);
    }

    /** A fixed range; NaN leaves that end to the data. */
    public Scale between(double lowest, double highest) {
        return new Scale(label, kind, lowest, highest, fromZero, siUnit, names);
    }

    /** Ticks with SI prefixes and {@code unit}: {@code si("s")} writes "5 µs", {@code si("")} writes "200 k". */
    public Scale si(String unit) {
        return new Scale(label, kind, min, max, fromZero, Objects.requireNonNull(unit), names);
    }
}
