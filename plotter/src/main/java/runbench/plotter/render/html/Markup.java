package runbench.plotter.render.html;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.base.quantity.Printable;

/** Escapes text for HTML and SVG. */
final class Markup {
    /** Explicit directional formatting characters (Unicode Standard Annex 9, 2). */
    private static final Pattern REVERSING = Pattern.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]");

    /** The space between a number and its unit, at which a line must not break. */
    private static final Pattern BEFORE_UNIT = Pattern
            .compile("(?<=\\d) (?=(?:%|[numµ]?s|min|h|[kMGT](?:i?B|Hz)?|KiB|B|Hz)(?![\\p{L}\\d]))");

    private Markup() {
    }

    /**
     * Escapes text for the content of an element or of a quoted attribute, with no-break spaces between numbers and
     * units.
     */
    static String escaped(String text) {
        return BEFORE_UNIT.matcher(verbatim(text)).replaceAll("\u00a0");
    }

    /** Escapes text that a reader may copy into a shell, such as a command: its spaces stay as they are. */
    static String verbatim(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        String clean = Printable.line(text);
        for (int i = 0; i < clean.length(); i++) {
            char c = clean.charAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
        return out.toString();
    }

    /** Returns a link to a file in the page's folder or below it. */
    static String link(String file, String words) {
        String path = Stream.of(file.split("/"))
                .map(part -> URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20"))
                .collect(Collectors.joining("/"));
        return "<a href=\"" + escaped("./" + path) + "\">" + escaped(words) + "</a>";
    }

    /**
     * Escapes JSON for a script element, so that no "</script" ends it; characters that reverse text are spelled out.
     */
    static String inScript(String json) {
        String script = json.replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
        return REVERSING.matcher(script).replaceAll(m -> String.format("\\\\\\\\u%04x", (int) m.group().charAt(0)));
    }

    /** Returns an element with this text, or "" if the text is empty. */
    static String unlessEmpty(String tag, String cssClass, String text) {
        return text.isEmpty() ? "" : "<" + tag + " class=\"" + cssClass + "\">" + escaped(text) + "</" + tag + ">";
    }
}
