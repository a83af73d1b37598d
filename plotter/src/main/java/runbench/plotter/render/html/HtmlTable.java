package runbench.plotter.render.html;

import java.util.List;
import java.util.Locale;

/** A table as HTML: headings that assistive technology finds, numbers at the right, a bar where a column has one. */
final class HtmlTable {
    private HtmlTable() {
    }

    static void append(PageTable table, StringBuilder out) {
        out.append("<section>\n<h2>").append(Markup.escaped(table.caption())).append("</h2>\n")
                .append(Markup.unlessEmpty("p", "note", table.note())).append("\n<div class=\"wide\"><table")
                .append(table.phases() ? " data-phases" : "").append("><caption class=\"unseen\">").append(Markup.escaped(table.caption()))
                .append("</caption>\n<thead><tr>");
        for (PageTable.Column column : table.columns()) {
            out.append("<th scope=\"col\"").append(column.number() ? " class=\"number\"" : "").append('>').append(Markup.escaped(column.heading()))
                    .append("</th>");
        }
        out.append("</tr></thead>\n<tbody>\n");
        for (List<PageTable.Cell> row : table.rows()) {
            out.append("<tr>");
            for (int c = 0; c < row.size(); c++) {
                cell(row.get(c), c == 0, table.columns().get(c).number(), out);
            }
            out.append("</tr>\n");
        }
        out.append("</tbody></table></div>\n</section>\n");
    }

    private static void cell(PageTable.Cell cell, boolean heading, boolean number, StringBuilder out) {
        out.append(heading ? "<th scope=\"row\"" : "<td").append(number ? " class=\"number\"" : "");
        if (cell.bar() > 0) {
            out.append(String.format(Locale.ROOT, " style=\"--bar:%.1f%%\"", 100 * Math.min(1, cell.bar())));
        }
        out.append('>').append(Markup.escaped(cell.text())).append(heading ? "</th>" : "</td>");
    }
}
