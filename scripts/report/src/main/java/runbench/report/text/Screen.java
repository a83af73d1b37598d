package runbench.report.text;

import java.io.PrintWriter;
import java.util.List;

/** The output of a command that prints tables as wide as the terminal permits. */
public final class Screen extends PrintWriter {
    private final int columns;

    /** @param columns width of the terminal; 0: no terminal, tables have any width */
    public Screen(PrintWriter out, int columns) {
        super(out);
        this.columns = columns;
    }

    /** Prints a table; see {@link TextTable#text(List, int)}. */
    public void table(List<String[]> rows) {
        println(TextTable.text(rows, columns));
    }
}
