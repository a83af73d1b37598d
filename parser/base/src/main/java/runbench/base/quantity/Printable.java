package runbench.base.quantity;

/** Text of unknown origin made fit for a terminal: what would move the cursor, colour or hide something is spelt out. */
public final class Printable {
    private static final int LONGEST = 80;

    private Printable() {
    }

    /** A word or name, of bounded length. */
    public static String of(String text) {
        StringBuilder out = new StringBuilder();
        (text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text).codePoints().forEach(c -> append(c, out));
        return out.toString();
    }

    /** A message of any length, which keeps its line breaks and tabs. */
    public static String lines(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (c == '\n' || c == '\t') {
                out.append((char) c);
            } else {
                append(c, out);
            }
        });
        return out.toString();
    }

    private static void append(int c, StringBuilder out) {
        if (Character.isISOControl(c) || !Character.isDefined(c) || Character.getType(c) == Character.FORMAT) {
            out.append(String.format("\\u%04x", c));
        } else {
            out.appendCodePoint(c);
        }
    }
}
