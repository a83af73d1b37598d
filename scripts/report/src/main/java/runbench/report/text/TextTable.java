package runbench.report.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import runbench.base.quantity.Printable;

/** Tables of text in columns. */
public final class TextTable {
    /**
     * As it stands in a column of numbers: with signs, comparisons and brackets before it, a unit behind it, or a mark
     * that there is none.
     */
    private static final Pattern NUMBER = Pattern.compile("[<>≈~±+−\\-\\[(]*\\s*[.]?\\d.*|[-–—?.]*|NaN|\\+-.*");

    private static final String GAP = "  ";

    private TextTable() {
    }

    /**
     * A table of printable cells. Columns as wide as they must be: the first at the left, and those in which something
     * else stands than numbers below the heading.
     */
    public static String text(List<String[]> cells) {
        List<String[]> rows = printable(cells);
        int[] width = widths(rows);
        boolean[] left = new boolean[width.length];
        for (int c = 0; c < width.length; c++) {
            int column = c;
            left[c] = c == 0
                    || rows.stream().skip(1).anyMatch(r -> column < r.length && !NUMBER.matcher(r[column]).matches());
        }
        List<String> lines = new ArrayList<>();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < row.length; c++) {
                String blank = " ".repeat(width[c] - row[c].length());
                line.append(c == 0 ? "" : GAP).append(left[c] ? row[c] + blank : blank + row[c]);
            }
            lines.add(line.toString().stripTrailing());
        }
        return String.join(System.lineSeparator(), lines);
    }

    /**
     * The same, but where its lines would be longer than a screen is wide, as several tables below each other, each
     * with the first column.
     *
     * @param screen columns of it; 0 for no screen
     */
    public static String text(List<String[]> cells, int screen) {
        List<String[]> rows = printable(cells);
        int[] width = widths(rows);
        int columns = width.length;
        List<String> tables = new ArrayList<>();
        int from = 1;
        while (screen > 0 && from < columns) {
            int to = from;
            int wide = width[0];
            while (to < columns && (to == from || wide + GAP.length() + width[to] <= screen)) {
                wide += GAP.length() + width[to++];
            }
            int first = from;
            int last = to;
            tables.add(text(rows.stream().map(r -> part(r, first, last)).toList()));
            from = to;
        }
        return tables.isEmpty() ? text(rows) : String.join(System.lineSeparator() + System.lineSeparator(), tables);
    }

    private static List<String[]> printable(List<String[]> rows) {
        return rows.stream().map(row -> Arrays.stream(row).map(Printable::line).toArray(String[]::new)).toList();
    }

    private static int[] widths(List<String[]> rows) {
        int[] width = new int[rows.stream().mapToInt(r -> r.length).max().orElse(0)];
        for (String[] row : rows) {
            for (int c = 0; c < row.length; c++) {
                width[c] = Math.max(width[c], row[c].length());
            }
        }
        return width;
    }

    /** The first cell, and those of some columns. */
    private static String[] part(String[] row, int from, int to) {
        List<String> cells = new ArrayList<>(List.of(row[0]));
        cells.addAll(Arrays.asList(row).subList(Math.min(from, row.length), Math.min(to, row.length)));
        return cells.toArray(String[]::new);
    }

    public static String[] row(Object... cells) {
        return Arrays.stream(cells).map(String::valueOf).toArray(String[]::new);
    }
}
