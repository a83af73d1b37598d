package runbench.plotter.render.html;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import runbench.base.file.OutputFile;
import runbench.base.quantity.Numbers;
import runbench.plotter.render.html.Page.PageCard;
import runbench.plotter.render.html.Page.PageExhibit;
import runbench.plotter.render.html.Page.PageFinding;
import runbench.plotter.render.html.PageModel.EmbeddedData;
import runbench.plotter.theme.Theme;

/** Writes a {@link Page} as one self-contained HTML file. */
public final class HtmlPage {
    /** The content security policy, which blocks all external requests. */
    static final String POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
            + "img-src data: blob:; base-uri 'none'; form-action 'none'";
    private static final String LANE_METHOD = "Cards and tables have means, sum of counts / sum of time; lines "
            + "and bands are over single samples, where these have a value. "
            + "A gap is a time without samples. Bands far above the highest mean are clipped.";
    private static final String LANES_METHOD = "Lines are means over equal times, sum of counts / sum of time; a "
            + "gap is a time without samples. "
            + "Bands far above the highest line are clipped; the readout has their ends.";

    /** The section for a reader's notes, which is filled in a saved copy. */
    private static final String KEPT = "<section id=\"kept\" aria-labelledby=\"kept-by\" hidden>\n<h2 "
            + "id=\"kept-by\">Reader's notes</h2>\n<p class=\"note\"></p>\n<pre></pre>\n</section>\n";

    private HtmlPage() {
    }

    /**
     * Writes the page atomically, so that a reader or an interrupted run never leaves a partial page.
     *
     * @param page the page
     * @param file path of the file
     * @throws IOException the file cannot be written
     */
    public static void write(Page page, Path file) throws IOException {
        OutputFile.write(file, text(page));
    }

    /**
     * Returns the number of bins that a page can embed; more bins would be merged.
     *
     * @param lanes number of lanes
     * @param metrics approximate number of metrics per lane
     */
    public static int usefulBins(int lanes, int metrics) {
        return EmbeddedData.usefulBins(lanes, metrics);
    }

    /** Returns the text of the file. */
    public static String text(Page page) {
        return text(page, EmbeddedData.MAX_BYTES);
    }

    /**
     * Returns the text of the file.
     *
     * @param page the page
     * @param budget maximum size of the series in bytes
     */
    static String text(Page page, int budget) {
        List<EmbeddedData> axes = EmbeddedData.of(page.series(), budget);
        EmbeddedData data = axes.get(0);
        StringBuilder out = new StringBuilder(1 << 20);
        out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
                + "http-equiv=\"Content-Security-Policy\" content=\"")
                .append(POLICY)
                .append("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
                .append(Markup.verbatim(page.title()))
                .append("</title>\n")
                .append(PageAssets.style())
                .append("\n</head>\n<body>\n");
        head(page, out);
        if (!page.series().isEmpty()) {
            charts(page, axes, out);
        }
        if (!page.calls().matrices().isEmpty()) {
            out.append("<section>\n<h2>Pairs of ranks</h2>\n<div class=\"matrices\">\n");
            page.calls().matrices().forEach(m -> out.append(m.svg()).append('\n'));
            out.append("</div>\n</section>\n");
        }
        if (!page.stacks().isEmpty()) {
            out.append("<section id=\"flames\" aria-labelledby=\"flames-by\" hidden>\n")
                    .append("<h2 id=\"flames-by\">Call stacks</h2>\n</section>\n");
        }
        page.tables().forEach(table -> HtmlTable.append(table, page.series().phases(), out));
        HtmlExhibits.append(page.exhibits(), out);
        provenance(page, out);
        if (data.series().bins() > 0) {
            scripts(page, axes, out);
        } else if (!page.stacks().isEmpty()) {
            out.append("<script type=\"application/json\" id=\"model\">")
                    .append(PageModel.ofStacks(page.stacks()))
                    .append("</script>\n");
            embedded("call-stacks", page.stacks().encoded(), out);
            out.append(PageAssets.stackScripts()).append('\n');
        }
        return out.append("</body>\n</html>\n").toString();
    }

    private static void head(Page page, StringBuilder out) {
        out.append("<header>\n<h1>")
                .append(Markup.verbatim(page.title()))
                .append("</h1>\n")
                .append(Markup.unlessEmpty("p", "provenance", page.provenance()))
                .append("\n</header>\n");
        if (!page.cards().isEmpty()) {
            out.append("<dl class=\"cards\">\n");
            for (PageCard card : page.cards()) {
                out.append("<div><dt>")
                        .append(Markup.escaped(card.label()))
                        .append("</dt><dd>")
                        .append(Markup.escaped(card.value()))
                        .append("</dd>")
                        .append(Markup.unlessEmpty("dd", "detail", card.detail()))
                        .append("</div>\n");
            }
            out.append("</dl>\n");
        }
        if (!page.findings().isEmpty()) {
            out.append("<section aria-labelledby=\"first\">\n<h2 id=\"first\">Look here first</h2>\n<ol "
                    + "class=\"findings\">\n");
            for (PageFinding f : page.findings()) {
                String words = Markup.escaped(f.text());
                out.append("<li>")
                        .append(page.series().isEmpty() ? words
                                : "<a href=\"#" + fragment(f, page.series()) + "\">" + words + "</a>")
                        .append("</li>\n");
            }
            out.append("</ol>\n</section>\n");
        }
    }

    /** Returns the URL fragment that makes the page's script show a finding. */
    private static String fragment(PageFinding f, PageSeries series) {
        boolean all = !(f.to() > f.from());
        return String.format(Locale.ROOT, "from=%s&amp;to=%s", all ? series.start() : f.from(),
                all ? series.end() : f.to()) + (f.lane() < 0 ? "" : "&amp;lane=" + f.lane())
                + (f.metric() < 0 ? "" : "&amp;metric=" + f.metric());
    }

    private static void charts(Page page, List<EmbeddedData> axes, StringBuilder out) {
        EmbeddedData data = axes.get(0);
        out.append("<section aria-labelledby=\"time\">\n<h2 id=\"time\">Over time</h2>\n");
        List<String> notes = new ArrayList<>(page.notes());
        if (data.series().bins() == 0) {
            out.append("<p>There is nothing to draw: no lane has a sample.</p>\n");
        } else {
            if (!data.series().metrics().isEmpty()) {
                notes.add(0, axes.stream().map(a -> bins(a.series(), axes.size())).collect(Collectors.joining(", "))
                        + ". " + (data.series().lanes().size() == 1 ? LANE_METHOD : LANES_METHOD));
            }
            if (data.widened() > 1) {
                notes.add(0,
                        "Bins are " + data.widened() + " times as wide as requested, to limit the size of the page; "
                                + "each has its mean, lowest and highest value, and no lane is omitted. Tables and "
                                + "recordings have the exact values.");
            }
            out.append("<div id=\"overview\">\n<noscript><p>JavaScript is off: this overview cannot be zoomed. "
                    + "Cards, findings and tables are complete.</p>")
                    .append("</noscript>\n")
                    .append(OverviewSvg.of(data.series()))
                    .append("\n</div>\n<div id=\"charts\" hidden></div>\n");
        }
        notes.forEach(note -> out.append(Markup.unlessEmpty("p", "note", note)).append('\n'));
        out.append("</section>\n").append(KEPT);
    }

    private static String bins(PageSeries series, int axes) {
        return series.bins() + " bins of " + width(series) + (axes == 1 ? "" : " of " + series.axis());
    }

    private static String width(PageSeries series) {
        return series.unit().equals("s") ? Numbers.nanos(series.binWidth() * 1e9)
                : Numbers.si(series.binWidth(), 3, "") + " " + series.unit();
    }

    private static void provenance(Page page, StringBuilder out) {
        if (!page.facts().isEmpty()) {
            out.append("<section aria-labelledby=\"facts\">\n<h2 id=\"facts\">Provenance</h2>\n<dl "
                    + "class=\"facts\">\n");
            page.facts()
                    .forEach(f -> out.append("<dt>")
                            .append(Markup.escaped(f.name()))
                            .append("</dt><dd>")
                            .append(f.file() == null ? Markup.verbatim(f.value()) : Markup.link(f.file(), f.value()))
                            .append("</dd>\n"));
            out.append("</dl>\n</section>\n");
        }
    }

    private static void scripts(Page page, List<EmbeddedData> axes, StringBuilder out) {
        out.append("<script type=\"application/json\" id=\"state\">{}</script>\n<script type=\"application/json\" "
                + "id=\"model\">").append(PageModel.json(page, axes)).append("</script>\n");
        for (int axis = 0; axis < axes.size(); axis++) {
            EmbeddedData data = axes.get(axis);
            String prefix = axis == 0 ? "" : PageModel.OTHER_AXIS + "-";
            for (int i = 0; i < data.planes().size(); i++) {
                embedded(prefix + "metric-" + i, data.planes().get(i).text(), out);
            }
            embedded(prefix + "phases", data.phaseText(), out);
            embedded(prefix + "states", data.stateText(), out);
        }
        if (!page.calls().isEmpty()) {
            embedded("calls-shares", page.calls().encodedShares(), out);
            embedded("calls-single", page.calls().calls().encoded(), out);
        }
        if (!page.stacks().isEmpty()) {
            embedded("call-stacks", page.stacks().encoded(), out);
        }
        out.append(PageAssets.library()).append('\n').append(PageAssets.ownScripts()).append('\n');
    }

    private static void embedded(String id, String data, StringBuilder out) {
        out.append("<script type=\"text/plain\" id=\"" + id + "\">").append(data).append("</script>\n");
    }

    /**
     * Writes exhibits as HTML: the quote at the left, the pictures at the right, stacked in narrow windows.
     */
    private static final class HtmlExhibits {
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

    /** Writes a table as HTML: headings for assistive technology, right-aligned numbers, and bars. */
    private static final class HtmlTable {
        private HtmlTable() {
        }

        /**
         * Appends a table.
         *
         * @param table the table
         * @param phases phases with the colours for the rows of a table of phases
         * @param out receives the HTML
         */
        static void append(PageTable table, PagePhases phases, StringBuilder out) {
            out.append("<section>\n<h2>")
                    .append(Markup.escaped(table.caption()))
                    .append("</h2>\n")
                    .append(Markup.unlessEmpty("p", "note", table.note()))
                    .append("\n<div class=\"wide\"><table")
                    .append(table.follows() ? " data-follows" : "")
                    .append("><caption class=\"unseen\">")
                    .append(Markup.escaped(table.caption()))
                    .append("</caption>\n<thead><tr>");
            for (PageTable.Column column : table.columns()) {
                out.append("<th scope=\"col\"")
                        .append(column.number() ? " class=\"number\"" : "")
                        .append('>')
                        .append(Markup.escaped(column.heading()))
                        .append("</th>");
            }
            out.append("</tr></thead>\n<tbody>\n");
            for (int r = 0; r < table.rows().size(); r++) {
                List<PageTable.Cell> row = table.rows().get(r);
                int phase = table.phases().isEmpty() ? -1 : table.phases().get(r);
                String chip = phase < 0 ? ""
                        : "<i class=\"chip\" style=\"background:"
                                + PageAssets.css(Theme.phase(phases.colours()[phase]).rgb()) + "\"></i> ";
                out.append(phase < 0 ? "<tr>" : "<tr data-phase=\"" + phase + "\">");
                for (int c = 0; c < row.size(); c++) {
                    cell(row.get(c), c == 0, c == 0 ? chip : "", table.columns().get(c).number(), out);
                }
                out.append("</tr>\n");
            }
            out.append("</tbody></table></div>\n</section>\n");
        }

        private static void cell(PageTable.Cell cell, boolean heading, String chip, boolean number, StringBuilder out) {
            out.append(heading ? "<th scope=\"row\"" : "<td")
                    .append(number ? " class=\"number\""
                            : cell.text().length() > PageTable.MAX_UNWRAPPED_LENGTH && cell.picture() == null
                                    ? " class=\"words\""
                                    : "");
            if (cell.bar() > 0) {
                out.append(String.format(Locale.ROOT, " style=\"--bar:%.1f%%\"", 100 * Math.min(1, cell.bar())));
            }
            out.append('>')
                    .append(chip)
                    .append(cell.file() != null ? Markup.link(cell.file(), cell.text())
                            : cell.picture() == null ? Markup.escaped(cell.text())
                                    : PictureSvg.of(cell.picture()) + Markup.unlessEmpty("span", "unseen", cell.text()))
                    .append(heading ? "</th>" : "</td>");
        }
    }
}
