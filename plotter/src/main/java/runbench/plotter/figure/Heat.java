package runbench.plotter.figure;

import runbench.plotter.figure.Mark.Visitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import runbench.base.quantity.Numbers;
import runbench.plotter.theme.Colour;
import runbench.plotter.theme.Theme;

/**
 * A matrix shown as colours. Cell {@code [row][column]} covers {@code origin + column * width} to the next column on
 * the horizontal axis and one row of the vertical axis. NaN cells are missing and hatched.
 *
 * @param values {@code [row][column]}, rows of equal length
 * @param origin left edge of the first column
 * @param width width of a column, positive
 * @param unit unit of the legend's numbers, with SI prefixes; null for plain numbers
 * @param greyRows rows that must not be compared with the others, drawn in greys of equal lightness
 * @param scale lowest and highest value of the colour scale, for comparable maps; null for the range of these values
 */
public record Heat(double[][] values, double origin, double width, String unit, Set<Integer> greyRows,
        double[] scale) implements Mark {
    public Heat(double[][] values, double origin, double width, String unit) {
        this(values, origin, width, unit, Set.of(), null);
    }

    public Heat {
        greyRows = Set.copyOf(greyRows);
        if (!(width > 0)) {
            throw new IllegalArgumentException("heat map: column width " + width);
        }
        for (double[] row : values) {
            if (row.length != values[0].length) {
                throw new IllegalArgumentException("heat map: rows of different length");
            }
        }
    }

    /** Returns a copy with some rows in grey. */
    public Heat grey(int... rows) {
        return new Heat(values, origin, width, unit, Arrays.stream(rows).boxed().collect(Collectors.toSet()), scale);
    }

    /** Returns a copy with a fixed colour scale, which includes all values. */
    public Heat on(double lowest, double highest) {
        return new Heat(values, origin, width, unit, greyRows, new double[]{lowest, highest});
    }

    public int columns() {
        return values.length == 0 ? 0 : values[0].length;
    }

    /**
     * Returns the lowest and highest value of the colour scale: the fixed scale, or else the range of the finite
     * values. Without finite values the first number is above the second.
     */
    public double[] range() {
        if (scale != null) {
            return scale.clone();
        }
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        for (double[] row : values) {
            for (double v : row) {
                if (Double.isFinite(v)) {
                    min = Math.min(min, v);
                    max = Math.max(max, v);
                }
            }
        }
        return new double[]{min, max};
    }

    /**
     * Returns the colour of a value.
     *
     * @param value the value
     * @param range result of {@link #range}
     */
    public Colour colour(double value, double[] range) {
        return Colour.of(Theme.viridis(range[1] > range[0] ? (value - range[0]) / (range[1] - range[0]) : 0.5));
    }

    /**
     * Returns the colour of a value in a row.
     *
     * @param row number of the row
     * @param value the value
     * @param range result of {@link #range}
     */
    public Colour colour(int row, double value, double[] range) {
        Colour colour = colour(value, range);
        return greyRows.contains(row) ? colour.grey() : colour;
    }

    @Override
    public void accept(Visitor visitor) {
        visitor.heat(this);
    }

    @Override
    public void extend(Extent x, Extent y) {
        x.add(origin).add(origin + columns() * width);
        y.add(-0.5).add(values.length - 0.5);
    }

    @Override
    public List<Entry> legend() {
        double[] range = range();
        double low = range[0];
        double high = range[1];
        if (low > high) {
            return List.of(new Entry("no data", Theme.MISSING, Swatch.BOX));
        }
        List<Entry> out = new ArrayList<>();
        for (int i = 0; i <= 4; i++) {
            double value = low + (high - low) * i / 4;
            String text = unit == null ? Numbers.si(value, 3, "") : Numbers.si(value, 3, unit);
            out.add(new Entry(text, colour(value, range), Swatch.BOX));
            if (high == low) {
                break;
            }
        }
        return out;
    }
}
