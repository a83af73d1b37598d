package runbench.sync.eventlog;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.commons.csv.CSVFormat;

/**
 * Rows of a million events: numbers are appended as they are, words that need quotation marks or escapes are given to the libraries
 * that know them, those of the few types and nodes once.
 */
abstract class RowText {
    private static final int MOST_KNOWN = 1 << 12;

    /** What has not been written out yet. */
    final StringBuilder text = new StringBuilder(1 << 9);
    /** Nothing has been appended to the row yet. */
    boolean first = true;
    private final Map<String, String> known = new HashMap<>();
    private char[] buffer = new char[0];

    private RowText() {
    }

    /** Members of an object; those without a value are left out. */
    static RowText json() {
        return new RowText() {
            @Override
            RowText number(String name, long value) {
                name(name).append(value);
                return this;
            }

            @Override
            RowText tenths(String name, double value) {
                if (!Double.isNaN(value)) {
                    tenths(name(name), value);
                }
                return this;
            }

            @Override
            RowText word(String name, String value) {
                if (!value.isEmpty()) {
                    name(name).append(once(value, v -> '"' + new String(JsonStringEncoder.getInstance().quoteAsString(v)) + '"'));
                }
                return this;
            }

            @Override
            RowText comment(String name, String value) {
                if (!value.isEmpty()) {
                    name(name).append('"');
                    JsonStringEncoder.getInstance().quoteAsString(value, text);
                    text.append('"');
                }
                return this;
            }

            @Override
            RowText id(String name, long value) {
                unsigned(name(name).append('"'), value).append('"');
                return this;
            }

            @Override
            RowText nothing(String name) {
                return this;
            }

            private StringBuilder name(String name) {
                text.append(first ? "{\"" : ",\"").append(name).append("\":");
                first = false;
                return text;
            }

            @Override
            void end() {
                text.append(first ? "{}" : "}");
                super.end();
            }
        };
    }

    /** Cells, in the order in which they are given; those without a value are empty. */
    static RowText csv() {
        return new RowText() {
            private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();

            @Override
            RowText number(String name, long value) {
                next().append(value);
                return this;
            }

            @Override
            RowText tenths(String name, double value) {
                next();
                if (!Double.isNaN(value)) {
                    tenths(text, value);
                }
                return this;
            }

            @Override
            RowText word(String name, String value) {
                next().append(value.isEmpty() ? "" : once(value, FORMAT::format));
                return this;
            }

            @Override
            RowText comment(String name, String value) {
                next().append(isPlain(value) ? value : FORMAT.format(value));
                return this;
            }

            @Override
            RowText id(String name, long value) {
                unsigned(next(), value);
                return this;
            }

            @Override
            RowText nothing(String name) {
                next();
                return this;
            }

            private StringBuilder next() {
                if (!first) {
                    text.append(',');
                }
                first = false;
                return text;
            }
        };
    }

    abstract RowText number(String name, long value);

    /** To one decimal; nothing where it is not a number. */
    abstract RowText tenths(String name, double value);

    /** One of few. */
    abstract RowText word(String name, String value);

    abstract RowText comment(String name, String value);

    /** A number without a sign, which other programs' numbers may not hold. */
    abstract RowText id(String name, long value);

    /** There is no value. */
    abstract RowText nothing(String name);

    /** Ends the row. */
    void end() {
        text.append('\n');
        first = true;
    }

    /** Characters that wait to be written. */
    int length() {
        return text.length();
    }

    /** Writes what there is so far. */
    void flushTo(Writer out) throws IOException {
        if (buffer.length < text.length()) {
            buffer = new char[2 * text.length()];
        }
        text.getChars(0, text.length(), buffer, 0);
        out.write(buffer, 0, text.length());
        text.setLength(0);
    }

    final String once(String word, UnaryOperator<String> quoted) {
        if (known.size() > MOST_KNOWN) {
            known.clear();
        }
        return known.computeIfAbsent(word, quoted);
    }

    /** Letters and digits need no quotation marks anywhere. */
    private static boolean isPlain(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean plain = c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == ' ' && i > 0 && i < value.length() - 1;
            if (!plain) {
                return false;
            }
        }
        return true;
    }

    static StringBuilder unsigned(StringBuilder text, long value) {
        return value >= 0 ? text.append(value) : text.append(Long.toUnsignedString(value));
    }

    static void tenths(StringBuilder text, double value) {
        long tenths = Math.round(value * 10);
        if (tenths < 0) {
            text.append('-');
        }
        text.append(Math.abs(tenths / 10)).append('.').append(Math.abs(tenths % 10));
    }
}
