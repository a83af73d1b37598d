package runbench.plotter.render.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.plotter.theme.Theme.Palette;

/**
 * The constant parts of every page: the chart library with its licence, Runbench's scripts, and the style sheet with
 * the charts' colours.
 */
final class PageAssets {
    private static final String LIBRARY = "chart.umd.min.js";
    private static final String LICENCE = "LICENSE.md";
    /** The scripts, in the order of their dependencies. */
    private static final List<String> SCRIPTS = List.of("numbers.js", "dom.js", "place.js", "planes.js", "calls.js",
            "data.js", "heat.js", "lines.js", "strip.js", "timeline.js", "clocks.js", "stays.js", "flames.js",
            "sheet.js", "downloads.js", "view.js", "readout.js", "input.js", "keeping.js", "page.js");

    /** The scripts of a page with call stacks only. */
    private static final List<String> STACK_SCRIPTS = List.of("numbers.js", "dom.js", "planes.js", "flames.js",
            "difference.js");

    private PageAssets() {
    }

    /** Returns the library with its licence, which must accompany each copy. */
    static String library() {
        return script(libraryCode());
    }

    private static String libraryCode() {
        return "/*\n" + resource(LICENCE).strip() + "\n*/\n"
                + resource(LIBRARY).replaceAll("(?m)^//# sourceMappingURL=.*$", "");
    }

    static String ownScripts() {
        return scripts(SCRIPTS.stream());
    }

    static String stackScripts() {
        return scripts(STACK_SCRIPTS.stream());
    }

    private static String scripts(Stream<String> names) {
        return names.map(name -> script(resource(name))).collect(Collectors.joining("\n"));
    }

    /** Returns the contents of script elements: the library, then these scripts. */
    static List<String> scripts(List<String> own) {
        return Stream.concat(Stream.of(libraryCode()), own.stream().map(PageAssets::resource))
                .map(PageAssets::whole)
                .toList();
    }

    static String style() {
        return "<style>\n:root { color-scheme: light dark; " + variables(Palette.LIGHT)
                + " }\n@media (prefers-color-scheme: dark) { :root { " + variables(Palette.DARK) + " } }\n"
                + resource("page.css") + "</style>";
    }

    private static String variables(Palette palette) {
        return palette.colours()
                .entrySet()
                .stream()
                .map(c -> "--" + c.getKey() + ": " + css(c.getValue().rgb()) + ";")
                .collect(Collectors.joining(" "));
    }

    /** Returns a colour as #rrggbb. */
    static String css(int rgb) {
        return String.format("#%06x", rgb);
    }

    private static String script(String code) {
        return "<script>\n" + whole(code) + "</script>";
    }

    private static String whole(String code) {
        if (code.toLowerCase(Locale.ROOT).contains("</script") || code.contains("<!--")) {
            throw new IllegalStateException("a script contains the end tag of its element");
        }
        return code;
    }

    static String resource(String name) {
        try (InputStream in = PageAssets.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(
                        name + " is missing next to " + PageAssets.class.getName() + ": build with Maven");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
