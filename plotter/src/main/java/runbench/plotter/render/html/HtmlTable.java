package runbench.plotter.render.html;

import java.util.List;
import java.util.Locale;
import runbench.plotter.theme.Theme;

/** Writes a table as HTML: headings for assistive technology, right-aligned numbers, and bars. */
final class HtmlTable {
    /** The length in characters above which the text of a cell is wrapped. */
    private static final int MAX_UNWRAPPED_LENGTH = 60;

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
                        : cell.text().length() > MAX_UNWRAPPED_LENGTH && cell.picture() == null ? " class=\"words\""
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
