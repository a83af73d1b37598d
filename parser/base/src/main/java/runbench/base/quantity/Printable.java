package runbench.base.quantity;

/**
 * Text of unknown origin made fit for terminals, charts and pages. A character that moves the cursor, colours, hides or
 * reverses text is spelt as JSON spells it ({@code \}{@code u001b}), so JSON stays what it was.
 */
public final class Printable {
    private static final int MAX_CHARS = 80;
    private static final int ZERO_WIDTH_NON_JOINER = 0x200c;
    private static final int ZERO_WIDTH_JOINER = 0x200d;

    private Printable() {
    }

    /** A word or name, of bounded length. */
    public static String of(String text) {
        return line(text.length() > MAX_CHARS ? text.substring(0, MAX_CHARS) + "..." : text);
    }

    /** A text of any length as one line. */
    public static String line(String text) {
        return cleaned(text, false);
    }

    /** A message of any length, which keeps its line breaks and tabs. */
    public static String lines(String text) {
        return cleaned(text, true);
    }

    private static String cleaned(String text, boolean layout) {
        int clean = 0;
        while (clean < text.length() && isPlain(text.charAt(clean))) {
            clean++;
        }
        if (clean == text.length()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 16).append(text, 0, clean);
        text.substring(clean).codePoints().forEach(c -> {
            if (isHarmless(c) || layout && (c == '\n' || c == '\t')) {
                out.appendCodePoint(c);
            } else {
                for (char unit : Character.toChars(c)) {
                    out.append(String.format("\\u%04x", (int) unit));
                }
            }
        });
        return out.toString();
    }

    /** Whether a part of a text needs no change: ASCII, line breaks and tabs only. */
    static boolean isPlain(CharSequence text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!isPlain(c) && c != '\n' && c != '\t') {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(char c) {
        return c >= ' ' && c <= '~';
    }

    /** Joiners are part of how some languages are written, and of many emoji. */
    private static boolean isHarmless(int c) {
        if (c == ZERO_WIDTH_NON_JOINER || c == ZERO_WIDTH_JOINER) {
            return true;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.UNASSIGNED,
                    Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> true;
        };
    }
}
