package runbench.sync.convert;

import java.io.IOException;
import java.io.Writer;
import java.nio.CharBuffer;
import java.util.Arrays;
import runbench.base.quantity.Decimals;
import runbench.base.timeline.PlacedStamp;

/**
 * A text buffer for converted stamps. It formats numbers itself, because this dominates the time for a million rows.
 */
final class StampText implements Appendable {
    private static final int FLUSH_CHARS = 1 << 15;
    private static final int MAX_NUMBER_CHARS = 20;
    private static final int MAX_WORD_CHARS = 20;
    private static final long BILLION = 1_000_000_000L;
    private static final char[] TRIPLES = triples();

    private final Appendable out;
    private char[] text = new char[FLUSH_CHARS + 1024];
    private int length;
    /** Seconds of the last large number. The next number mostly has the same seconds, so their digits are reused. */
    private final char[] seconds = new char[MAX_NUMBER_CHARS];
    private int secondsLength;
    private long secondsNanos = -1;

    StampText(Appendable out) {
        this.out = out;
    }

    /** Returns the number of buffered characters. */
    int length() {
        return length;
    }

    @Override
    public StampText append(CharSequence more) {
        return append(more, 0, more.length());
    }

    @Override
    public StampText append(CharSequence more, int from, int to) {
        String piece = more.subSequence(from, to).toString();
        ensureRoom(piece.length());
        piece.getChars(0, piece.length(), text, length);
        length += piece.length();
        return this;
    }

    @Override
    public StampText append(char c) {
        ensureRoom(1);
        text[length++] = c;
        return this;
    }

    StampText append(char[] from, int offset, int count) {
        ensureRoom(count);
        System.arraycopy(from, offset, text, length, count);
        length += count;
        return this;
    }

    StampText append(long number) {
        ensureRoom(MAX_NUMBER_CHARS);
        length = writeDigits(number, text, length);
        return this;
    }

    /** Appends reference time, error, earliest, latest and kind, separated by commas. An unknown error is empty. */
    StampText put(PlacedStamp at) {
        ensureRoom(MAX_NUMBER_CHARS + 1);
        char[] to = text;
        int end = writeDigits(at.refNanos(), to, length);
        to[end] = ',';
        length = end + 1;
        tenths(at.errStatNanos());
        ensureRoom(2 * MAX_NUMBER_CHARS + MAX_WORD_CHARS + 3);
        to = text;
        end = length;
        to[end] = ',';
        end = writeDigits(at.earliest(), to, end + 1);
        to[end] = ',';
        end = writeDigits(at.latest(), to, end + 1);
        to[end++] = ',';
        String word = at.how().word();
        word.getChars(0, word.length(), to, end);
        length = end + word.length();
        return this;
    }

    /** Appends a positive number with one decimal; nothing for NaN. */
    void tenths(double value) {
        long tenths = Decimals.tenths(value);
        if (tenths >= 0) {
            long whole = tenths / 10;
            ensureRoom(MAX_NUMBER_CHARS + 2);
            int end = writeDigits(whole, text, length);
            text[end] = '.';
            text[end + 1] = (char) ('0' + tenths - whole * 10);
            length = end + 2;
        } else {
            append(Decimals.oneDecimal(value));
        }
    }

    void flushIfLong() throws IOException {
        if (length >= FLUSH_CHARS) {
            flush();
        }
    }

    void flush() throws IOException {
        if (out instanceof Writer writer) {
            // A string would pack and unpack each character once more.
            writer.write(text, 0, length);
        } else {
            out.append(CharBuffer.wrap(text, 0, length));
        }
        length = 0;
    }

    /**
     * Writes a number.
     *
     * @return position after the number
     */
    private int writeDigits(long number, char[] to, int from) {
        if (number < BILLION) {
            return number < 0 ? writeNegative(number, to, from) : writeSmall((int) number, to, from);
        }
        if (secondsNanos < 0 || number < secondsNanos || number - secondsNanos >= BILLION) {
            secondsNanos = number - number % BILLION;
            String whole = Long.toString(number / BILLION);
            whole.getChars(0, whole.length(), seconds, 0);
            secondsLength = whole.length();
        }
        System.arraycopy(seconds, 0, to, from, secondsLength);
        int at = from + secondsLength;
        int rest = (int) (number - secondsNanos);
        int thousands = rest / 1000;
        int millions = thousands / 1000;
        writeTriple(millions, to, at);
        writeTriple(thousands - millions * 1000, to, at + 3);
        writeTriple(rest - thousands * 1000, to, at + 6);
        return at + 9;
    }

    private static int writeNegative(long number, char[] to, int from) {
        String digits = Long.toString(number);
        digits.getChars(0, digits.length(), to, from);
        return from + digits.length();
    }

    private static int writeSmall(int number, char[] to, int from) {
        int end = from + 1;
        for (int left = number; left > 9; left /= 10) {
            end++;
        }
        int left = number;
        for (int i = end - 1; i >= from; i--) {
            int tenth = left / 10;
            to[i] = (char) ('0' + left - tenth * 10);
            left = tenth;
        }
        return end;
    }

    private static void writeTriple(int number, char[] to, int from) {
        int at = 3 * number;
        to[from] = TRIPLES[at];
        to[from + 1] = TRIPLES[at + 1];
        to[from + 2] = TRIPLES[at + 2];
    }

    private static char[] triples() {
        char[] triples = new char[3000];
        for (int i = 0; i < 1000; i++) {
            triples[3 * i] = (char) ('0' + i / 100);
            triples[3 * i + 1] = (char) ('0' + i / 10 % 10);
            triples[3 * i + 2] = (char) ('0' + i % 10);
        }
        return triples;
    }

    private void ensureRoom(int more) {
        if (length + more > text.length) {
            text = Arrays.copyOf(text, Math.max(2 * text.length, length + more));
        }
    }
}
