package runbench.report.text;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * Output on a terminal that folds each line as {@link FoldedText} does. A line is printed when it is complete, or by
 * {@link #end}.
 */
public final class FoldedOutput extends PrintWriter {
    private FoldedOutput(PrintWriter terminal, int columns) {
        super(new Lines(terminal, columns), true);
    }

    /**
     * Returns output that folds lines; the terminal itself if there is none.
     *
     * @param columns width of the terminal; 0: no terminal
     */
    public static PrintWriter of(PrintWriter terminal, int columns) {
        return columns == 0 ? terminal : new FoldedOutput(terminal, columns);
    }

    /** Prints the last line of an output even if it has no end. The terminal remains open. */
    public static void end(PrintWriter output) {
        if (output instanceof FoldedOutput) {
            output.close();
        } else {
            output.flush();
        }
    }

    private static final class Lines extends Writer {
        private final PrintWriter terminal;
        private final int columns;
        private final StringBuilder line = new StringBuilder();

        private Lines(PrintWriter terminal, int columns) {
            this.terminal = terminal;
            this.columns = columns;
        }

        @Override
        public void write(char[] text, int offset, int length) {
            for (int i = offset; i < offset + length; i++) {
                if (text[i] == '\n') {
                    FoldedText.fold(line.toString(), columns, terminal);
                    line.setLength(0);
                } else {
                    line.append(text[i]);
                }
            }
        }

        @Override
        public void flush() {
            terminal.flush();
        }

        @Override
        public void close() {
            if (!line.isEmpty()) {
                terminal.print(line);
                line.setLength(0);
            }
            terminal.flush();
        }
    }
}
