package runbench.base.quantity;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.CharBuffer;

/**
 * Output that cannot control a terminal: every character except line breaks and tabs is converted by {@link Printable}.
 */
public final class PrintableOutput extends PrintWriter {
    private final PrintWriter terminal;

    private PrintableOutput(PrintWriter terminal) {
        super(new Cleaned(terminal), true);
        this.terminal = terminal;
    }

    public static PrintableOutput of(PrintWriter terminal) {
        return terminal instanceof PrintableOutput output ? output : new PrintableOutput(terminal);
    }

    /**
     * Prints a line in a colour.
     *
     * @param colour parameter of the control sequence Select Graphic Rendition (ECMA-48, 8.3.117)
     */
    public void println(String line, int colour) {
        terminal.print("\u001b[" + colour + "m");
        print(line);
        terminal.println("\u001b[0m");
    }

    private static final class Cleaned extends FilterWriter {
        /** First half of a surrogate pair whose second half is not written yet; 0 if there is none. */
        private char half;

        private Cleaned(Writer out) {
            super(out);
        }

        @Override
        public void write(String text, int offset, int length) throws IOException {
            if (half == 0 && Printable.isPlain(text, offset, offset + length)) {
                out.write(text, offset, length);
                return;
            }
            String whole = (half == 0 ? "" : String.valueOf(half)) + text.substring(offset, offset + length);
            half = whole.isEmpty() || !Character.isHighSurrogate(whole.charAt(whole.length() - 1)) ? 0
                    : whole.charAt(whole.length() - 1);
            out.write(Printable.lines(half == 0 ? whole : whole.substring(0, whole.length() - 1)));
        }

        @Override
        public void write(char[] text, int offset, int length) throws IOException {
            if (half == 0 && Printable.isPlain(CharBuffer.wrap(text), offset, offset + length)) {
                out.write(text, offset, length);
            } else {
                write(new String(text, offset, length), 0, length);
            }
        }

        @Override
        public void write(int c) throws IOException {
            write(String.valueOf((char) c), 0, 1);
        }
    }
}
