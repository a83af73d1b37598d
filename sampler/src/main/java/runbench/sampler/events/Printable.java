package runbench.sampler.events;

/** Text of unknown origin made fit for a terminal: no control characters, bounded length. */
public final class Printable {
    private static final int LONGEST = 80;

    private Printable() {
    }

    public static String of(String text) {
        String cut = text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
        StringBuilder out = new StringBuilder(cut.length());
        cut.codePoints().forEach(c -> {
            if (Character.isISOControl(c) || !Character.isDefined(c) || Character.getType(c) == Character.FORMAT) {
                out.append(String.format("\\u%04x", c));
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }
}
