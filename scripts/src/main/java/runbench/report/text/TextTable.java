package runbench.report.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Tables of text in columns. */
public final class TextTable {
    /** As it stands in a column of numbers: with signs, comparisons and brackets before it, a unit behind it, or a mark that there is none. */
    private static final Pattern NUMBER = Pattern.compile("[<>≈~±+−\\-\\[(]*\\s*[.]?\\d.*|[-–—?.]*|NaN|\\+-.*");

    private TextTable() {
    }

    /** Columns as wide as they must be: the first at the left, and those in which something else stands than numbers below the heading. */
    public static String text(List<String[]> rows) {
        int columns = rows.stream().mapToInt(r -> r.length).max().orElse(0);
        int[] width = new int[columns];
        for (String[] row : rows) {
            for (int c = 0; c < row.length; c++) {
                width[c] = Math.max(width[c], row[c].length());
            }
        }
        boolean[] left = new boolean[columns];
        for (int c = 0; c < columns; c++) {
            int column = c;
            left[c] = c == 0 || rows.stream().skip(1).anyMatch(r -> column < r.length && !NUMBER.matcher(r[column]).matches());
        }
        List<String> lines = new ArrayList<>();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < row.length; c++) {
                String blank = " ".repeat(width[c] - row[c].length());
                line.append(c == 0 ? "" : "  ").append(left[c] ? row[c] + blank : blank + row[c]);
            }
            lines.add(line.toString().stripTrailing());
        }
        return String.join(System.lineSeparator(), lines);
    }

    public static String[] row(Object... cells) {
        return Arrays.stream(cells).map(String::valueOf).toArray(String[]::new);
    }
}
