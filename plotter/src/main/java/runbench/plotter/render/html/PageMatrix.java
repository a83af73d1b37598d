package runbench.plotter.render.html;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import runbench.plotter.theme.Theme;

/**
 * A matrix of pairs of ranks, drawn with a logarithmic scale of colours.
 *
 * @param title title with the unit and the sum
 * @param rows meaning of a row
 * @param columns meaning of a column
 * @param names names of the rows, equal to those of the columns
 * @param values values by row and column; 0 is blank
 * @param text formats a value
 */
public record PageMatrix(String title, String rows, String columns, List<String> names, double[][] values,
        DoubleFunction<String> text) {
    private static final int LEFT = 44;
    private static final int TOP = 20;
    private static final int SIDE = 512;
    private static final int MAX_CELL = 72;
    private static final double CHARACTER_WIDTH = 6.8;
    private static final int NAME_HEIGHT = 14;
    /** Lowest position in the palette of a value: darker cells are hard to distinguish from black text. */
    private static final double LOWEST = 0.25;

    public PageMatrix {
        names = List.copyOf(names);
    }

    /** Returns the sum of all values. */
    public double sum() {
        double sum = 0;
        for (double[] row : values) {
            for (double v : row) {
                sum += v;
            }
        }
        return sum;
    }

    String svg() {
        int n = names.size();
        double cell = Math.min(MAX_CELL, (double) SIDE / Math.max(1, n));
        double low = Double.POSITIVE_INFINITY;
        double high = 0;
        int longest = 0;
        for (double[] row : values) {
            for (double v : row) {
                low = v > 0 ? Math.min(low, v) : low;
                high = Math.max(high, v);
                longest = v > 0 ? Math.max(longest, text.apply(v).length()) : longest;
            }
        }
        StringBuilder out = new StringBuilder();
        double side = cell * n;
        boolean written = cell >= CHARACTER_WIDTH * longest;
        add(out, "<figure class=\"matrix\"><figcaption><b>%s</b></figcaption><svg viewBox=\"0 0 %.0f %.0f\""
                + " width=\"%.0f\" role=\"img\" aria-label=\"%s\">", Markup.escaped(title), LEFT + side + 4,
                TOP + side + 4, LEFT + side + 4, Markup.escaped(title + ", " + rows + ", " + columns));
        add(out, "<rect class=\"grid\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%.1f\"/>", LEFT, TOP, side, side);
        int stride = (int) Math.max(1, Math.ceil(NAME_HEIGHT * 1.6 / cell));
        for (int i = 0; i < n; i += stride) {
            add(out, "<text class=\"muted\" text-anchor=\"middle\" x=\"%.1f\" y=\"14\">%s</text>",
                    LEFT + (i + 0.5) * cell, Markup.escaped(names.get(i)));
            add(out, "<text class=\"muted\" text-anchor=\"end\" x=\"%d\" y=\"%.1f\">%s</text>", LEFT - 5,
                    TOP + (i + 0.5) * cell + 4, Markup.escaped(names.get(i)));
        }
        for (int r = 0; r < n; r++) {
            for (int c = 0; c < n; c++) {
                double v = values[r][c];
                if (v > 0) {
                    double share = high > low ? Math.log(v / low) / Math.log(high / low) : 1;
                    double x = LEFT + c * cell;
                    double y = TOP + r * cell;
                    add(out, "<rect fill=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">"
                            + "<title>%s</title></rect>", PageAssets.css(Theme.viridis(1 - (1 - LOWEST) * share)), x, y,
                            cell, cell, Markup.escaped(names.get(r) + " → " + names.get(c) + ": " + text.apply(v)));
                    if (written) {
                        add(out, "<text class=\"%s\" text-anchor=\"middle\" x=\"%.1f\" y=\"%.1f\">%s</text>",
                                share > 0.5 ? "on-dark" : "on-light", x + cell / 2, y + cell / 2 + 4,
                                Markup.escaped(text.apply(v)));
                    }
                }
            }
        }
        return out.append("</svg><p class=\"note\">")
                .append(Markup.escaped(rows + ", " + columns))
                .append(". Logarithmic colours, dark: large.</p></figure>")
                .toString();
    }

    private static void add(StringBuilder out, String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values));
    }
}
