package runbench.report.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Tables of text in columns. */
public final class TextTable {
    private TextTable() {
    }

    /** Columns as wide as they must be; the first left-aligned, the others right-aligned. */
    public static String text(List<String[]> rows) {
        int columns = rows.stream().mapToInt(r -> r.length).max().orElse(0);
        int[] width = new int[columns];
        for (String[] row : rows) {
            for (int c = 0; c < row.length; c++) {
                width[c] = Math.max(width[c], row[c].length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < row.length; c++) {
                String blank = " ".repeat(width[c] - row[c].length());
                line.append(c == 0 ? row[c] + blank : "  " + blank + row[c]);
            }
            lines.add(line.toString().stripTrailing());
        }
        return String.join(System.lineSeparator(), lines);
    }

    public static String[] row(Object... cells) {
        return Arrays.stream(cells).map(String::valueOf).toArray(String[]::new);
    }
}
