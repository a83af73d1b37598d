package runbench.plotter.figure;

/** Text that a chart can hold. */
public final class PrintableText {
    private PrintableText() {
    }

    /** One line of printable text: names come from command lines and may hold anything, and SVG is XML. */
    public static String clean(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE
                        || (c & 0xFFFE) == 0xFFFE ? ' ' : c)
                .forEach(out::appendCodePoint);
        return out.toString().strip();
    }
}
