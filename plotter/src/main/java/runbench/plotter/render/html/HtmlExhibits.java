package runbench.plotter.render.html;

import java.util.Base64;
import java.util.List;

/**
 * Exhibits as HTML: what was written at the left, what is shown at the right, one above the other where there is no
 * room.
 */
final class HtmlExhibits {
    private HtmlExhibits() {
    }

    static void append(List<PageExhibit> exhibits, StringBuilder out) {
        for (PageExhibit e : exhibits) {
            out.append("<section class=\"exhibit\">\n<h2>")
                    .append(Markup.escaped(e.title()))
                    .append(e.quote().isEmpty() ? "</h2>\n<div>\n" : "</h2>\n<div class=\"quoted\">\n");
            if (!e.quote().isEmpty()) {
                out.append("<blockquote><p>")
                        .append(Markup.escaped(e.quote()))
                        .append("</p>")
                        .append(Markup.unlessEmpty("footer", "note", e.source()))
                        .append("</blockquote>\n");
            }
            out.append("<div class=\"shown\">\n");
            e.notes().forEach(note -> out.append(Markup.unlessEmpty("p", "note", note)).append('\n'));
            e.shown().forEach(s -> append(s, out));
            out.append("</div>\n</div>\n</section>\n");
        }
    }

    private static void append(PageExhibit.Shown s, StringBuilder out) {
        out.append("<figure>\n");
        if (s.picture().length > 0) {
            out.append("<img src=\"data:image/png;base64,")
                    .append(Base64.getEncoder().encodeToString(s.picture()))
                    .append("\" alt=\"")
                    .append(Markup.escaped(s.described()))
                    .append("\">\n");
        }
        out.append("<figcaption>")
                .append(s.file() == null ? Markup.escaped(s.caption()) : Markup.link(s.file(), s.caption()))
                .append("</figcaption>\n");
        if (!s.sentences().isEmpty()) {
            out.append("<ul>");
            s.sentences().forEach(words -> out.append("<li>").append(Markup.escaped(words)).append("</li>"));
            out.append("</ul>\n");
        }
        if (s.table() != null) {
            HtmlTable.append(s.table(), PagePhases.NONE, out);
        }
        out.append("</figure>\n");
    }
}
