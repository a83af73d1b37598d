package runbench.report.text;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Consumer;

/** Folds the lines of a text at spaces, for a terminal. The rest of a row continues below its second column. */
public final class FoldedText {
    /** Width of the first column of {@link SummaryText}, with its indent and a space. */
    static final int SECOND_COLUMN = 25;
    private static final int INDENT = 2;

    private FoldedText() {
    }

    /**
     * Prints a text.
     *
     * @param columns width of the terminal; 0: no terminal, lines are not folded
     * @param text prints the lines, and tables that it does not make wider than the terminal
     */
    public static void print(int columns, PrintWriter out, Consumer<? super Screen> text) {
        if (columns == 0) {
            Screen screen = new Screen(out, 0);
            text.accept(screen);
            screen.flush();
            return;
        }
        StringWriter lines = new StringWriter();
        Screen screen = new Screen(new PrintWriter(lines), columns);
        text.accept(screen);
        screen.flush();
        lines.toString().lines().forEach(line -> fold(line, columns, out));
    }

    /** Prints a line. A coloured line is not folded: its control characters have no width. */
    static void fold(String line, int columns, PrintWriter out) {
        if (line.length() <= columns || line.indexOf('\u001b') >= 0) {
            out.println(line);
            return;
        }
        int column = column(line, columns / 2);
        int indent = column > 0 ? column : leadingSpaces(line) + INDENT;
        String rest = line;
        int start = Math.max(leadingSpaces(line), column);
        while (rest.length() > columns) {
            int end = rest.lastIndexOf(' ', columns);
            if (end <= start) {
                end = rest.indexOf(' ', columns); // the first word is longer than a line
            }
            if (end < 0) {
                break;
            }
            out.println(rest.substring(0, end).stripTrailing());
            rest = " ".repeat(indent) + rest.substring(end).stripLeading();
            start = indent;
        }
        out.println(rest);
    }

    /** Returns the start of the column in which a row continues: the last one in the first half; 0: no row. */
    private static int column(String line, int half) {
        if (isStart(line, SECOND_COLUMN)) {
            return SECOND_COLUMN;
        }
        int column = Math.min(half, line.length() - 1);
        while (column > leadingSpaces(line) && !isStart(line, column)) {
            column--;
        }
        return column > leadingSpaces(line) ? column : 0;
    }

    private static boolean isStart(String line, int column) {
        return line.length() > column && line.charAt(column) != ' ' && line.startsWith("  ", column - 2);
    }

    private static int leadingSpaces(String line) {
        return line.length() - line.stripLeading().length();
    }
}
