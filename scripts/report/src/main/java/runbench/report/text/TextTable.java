package runbench.report.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import runbench.base.quantity.Printable;

/** Formats tables of text in columns. */
public final class TextTable {
    /**
     * Pattern of a cell in a numeric column: signs, comparisons and brackets before the number, a unit after it, or a
     * mark for a missing number.
     */
    private static final Pattern NUMBER = Pattern.compile("[<>≈~±+−\\-\\[(]*\\s*[.]?\\d.*|[-–—?.]*|NaN|\\+-.*");

    private static final String GAP = "  ";

    private TextTable() {
    }

    /**
     * Returns a table of printable cells. The first column and all columns with text below the heading are
     * left-aligned; numeric columns are right-aligned. A row of one cell is a line across the table.
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
                String blank = " ".repeat(Math.max(0, width[c] - row[c].length()));
                line.append(c == 0 ? "" : GAP).append(left[c] ? row[c] + blank : blank + row[c]);
            }
            lines.add(line.toString().stripTrailing());
        }
        return String.join(System.lineSeparator(), lines);
    }

    /**
     * Returns a table that is split into several tables with a common first column if its lines would exceed the
     * screen. A row without text in the columns of such a part is left out of it. A column of text that is wider than
     * the rest of the screen is folded at spaces.
     *
     * @param screen width of the screen in columns; 0 for none
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
            Stream<String[]> part = rows.stream()
                    .filter(r -> first == 1 || hasText(r, first, last))
                    .map(r -> part(r, first, last));
            int rest = screen - width[0] - GAP.length();
            tables.add(text((wide > screen ? part.flatMap(r -> folded(r, rest)) : part).toList()));
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
            for (int c = 0; c < row.length && (row.length > 1 || width.length == 1); c++) {
                width[c] = Math.max(width[c], row[c].length());
            }
        }
        return width;
    }

    private static boolean hasText(String[] row, int from, int to) {
        return Arrays.stream(row, Math.min(from, row.length), Math.min(to, row.length)).anyMatch(c -> !c.isBlank());
    }

    /** Returns the first cell and a range of cells. */
    private static String[] part(String[] row, int from, int to) {
        List<String> cells = new ArrayList<>(List.of(row[0]));
        cells.addAll(Arrays.asList(row).subList(Math.min(from, row.length), Math.min(to, row.length)));
        return cells.toArray(String[]::new);
    }

    /** Returns the rows of a first and a second cell, which is folded at spaces to a width. */
    private static Stream<String[]> folded(String[] row, int width) {
        List<String[]> rows = new ArrayList<>();
        String[] cells = row;
        while (cells.length == 2 && cells[1].length() > Math.max(1, width)) {
            int end = cells[1].lastIndexOf(' ', Math.max(1, width));
            end = end > 0 ? end : cells[1].indexOf(' ', Math.max(1, width)); // the first word is longer than a line
            if (end < 0) {
                break;
            }
            rows.add(new String[]{cells[0], cells[1].substring(0, end)});
            cells = new String[]{"", cells[1].substring(end + 1)};
        }
        rows.add(cells);
        return rows.stream();
    }

    public static String[] row(Object... cells) {
        return Arrays.stream(cells).map(String::valueOf).toArray(String[]::new);
    }
}
