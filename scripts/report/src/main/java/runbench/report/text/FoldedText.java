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

    private static void fold(String line, int columns, PrintWriter out) {
        int indent = indent(line);
        String rest = line;
        int start = Math.max(leadingSpaces(line), indent == SECOND_COLUMN ? indent : 0);
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

    /** Returns the indent of the further lines: the second column of a row, else that of the line and two more. */
    private static int indent(String line) {
        boolean isRow = line.length() > SECOND_COLUMN && line.charAt(SECOND_COLUMN) != ' '
                && line.startsWith("  ", SECOND_COLUMN - 2);
        return isRow ? SECOND_COLUMN : leadingSpaces(line) + INDENT;
    }

    private static int leadingSpaces(String line) {
        return line.length() - line.stripLeading().length();
    }
}
