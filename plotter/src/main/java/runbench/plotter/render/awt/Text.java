package runbench.plotter.render.awt;

import java.awt.Font;
import java.util.ArrayList;
import java.util.List;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Printable;

/** Measures, wraps and shortens text so that it is never clipped. */
final class Text {
    private static final String ELLIPSIS = "…";

    private Text() {
    }

    static double width(Font font, String text) {
        return text.isEmpty() ? 0 : font.getStringBounds(text, Fonts.CONTEXT).getWidth();
    }

    /** Returns the text, shortened at its end to at most {@code max} pixels. */
    static String fit(Font font, String text, double max) {
        if (width(font, text) <= max) {
            return text;
        }
        int low = 0;
        int high = text.length();
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (width(font, cut(text, middle) + ELLIPSIS) <= max) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low == 0 && width(font, ELLIPSIS) > max ? "" : cut(text, low) + ELLIPSIS;
    }

    /**
     * Returns the text, shortened in its middle to at most {@code max} pixels; names often differ only at their end.
     */
    static String fitMiddle(Font font, String text, double max) {
        if (width(font, text) <= max) {
            return text;
        }
        for (int keep = text.length() - 1; keep >= 2; keep--) {
            int tail = text.length() - keep / 2;
            tail += Character.isLowSurrogate(text.charAt(tail)) ? 1 : 0;
            String shorter = cut(text, keep - keep / 2) + ELLIPSIS + text.substring(tail);
            if (width(font, shorter) <= max) {
                return shorter;
            }
        }
        return fit(font, text, max);
    }

    /**
     * Splits text into lines of at most {@code max} pixels, at spaces, or inside a word if half a line would be empty.
     * A number and its unit stay together.
     */
    static List<String> wrap(Font font, String text, double max, int maxLines) {
        List<String> lines = new ArrayList<>();
        String rest = Printable.line(text);
        while (!rest.isEmpty() && lines.size() < maxLines - 1 && width(font, rest) > max) {
            int at = breakAt(rest, longestPrefix(font, rest, max));
            lines.add(rest.substring(0, at).strip());
            rest = rest.substring(at).strip();
        }
        if (!rest.isEmpty()) {
            lines.add(fit(font, rest, max));
        }
        return lines;
    }

    /**
     * Returns the last place up to {@code end} at which a line can end; in the first half of the line only if it must.
     */
    private static int breakAt(String text, int end) {
        int space = text.lastIndexOf(' ', end);
        for (int at = end; at > end / 2; at--) {
            if (text.charAt(at) == ' ' && !isBeforeUnit(text, at)) {
                return at;
            }
        }
        int at = space > end / 2 ? space : end;
        while (at > end / 2 && isNumber(text.charAt(at - 1)) && isNumber(text.charAt(at))) {
            at--;
        }
        return Math.max(1, at);
    }

    private static boolean isBeforeUnit(String text, int space) {
        return space > 0 && space + 1 < text.length() && Character.isDigit(text.charAt(space - 1))
                && (Character.isLetterOrDigit(text.charAt(space + 1)) || text.charAt(space + 1) == '%');
    }

    private static boolean isNumber(char c) {
        return Character.isDigit(c) || c == '.' || c == ',' || c == Numbers.THIN_SPACE;
    }

    private static int longestPrefix(Font font, String text, double max) {
        int low = 0;
        int high = text.length();
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (width(font, text.substring(0, middle)) <= max) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private static String cut(String text, int end) {
        int at = end > 0 && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
        return text.substring(0, at).stripTrailing();
    }
}
