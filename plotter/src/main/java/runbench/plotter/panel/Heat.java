package runbench.plotter.panel;

/**
 * A matrix shown as colours: cell {@code [row][column]} covers {@code origin + column * width} to the next column on the
 * horizontal axis and one row of the vertical one. NaN is missing and hatched.
 *
 * @param values {@code [row][column]}, rows of equal length
 * @param origin left edge of the first column
 * @param width  width of a column, positive
 * @param unit   for the legend, with SI prefixes; null writes plain numbers
 */
public record Heat(double[][] values, double origin, double width, String unit) {
    public Heat {
        if (!(width > 0)) {
            throw new IllegalArgumentException("heat map: column width " + width);
        }
        for (double[] row : values) {
            if (row.length != values[0].length) {
                throw new IllegalArgumentException("heat map: rows of different length");
            }
        }
    }

    int columns() {
        return values.length == 0 ? 0 : values[0].length;
    }
}
