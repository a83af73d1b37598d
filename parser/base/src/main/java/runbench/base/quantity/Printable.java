package runbench.base.quantity;

/**
 * A filter for text of unknown origin in terminals, charts and pages. Characters that move the cursor, colour, hide or
 * reverse text are replaced by their JSON escape ({@code \}{@code u001b}). So JSON keeps its meaning.
 */
public final class Printable {
    private static final int MAX_CHARS = 80;
    private static final int ZERO_WIDTH_NON_JOINER = 0x200c;
    private static final int ZERO_WIDTH_JOINER = 0x200d;

    private Printable() {
    }

    /** Returns a word or name, of limited length. */
    public static String of(String text) {
        return line(text.length() > MAX_CHARS ? text.substring(0, MAX_CHARS) + "..." : text);
    }

    /** Returns a text of any length as one line. */
    public static String line(String text) {
        return cleaned(text, false);
    }

    /** Returns a message of any length, with its line breaks and tabs. */
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

    /** Returns whether a part of a text needs no change: it contains only ASCII, line breaks and tabs. */
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

    /** Returns whether a character is harmless. Joiners are, because some scripts and many emoji require them. */
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
