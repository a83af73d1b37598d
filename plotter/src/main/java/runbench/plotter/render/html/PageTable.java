package runbench.plotter.render.html;

import java.util.List;

/**
 * A table of exact values.
 *
 * @param caption title of the table
 * @param note explanation; may be empty
 * @param phases for a table of phases, the index of each row's phase, which a click on the row selects, or -1;
 *     otherwise empty
 * @param follows true if only the rows of the selected phase are shown while a phase is selected
 * @param columns columns
 * @param rows rows, each with one cell per column
 */
public record PageTable(String caption, String note, List<Integer> phases, boolean follows, List<Column> columns,
        List<List<Cell>> rows) {
    /** Creates a table that always shows all rows. */
    public PageTable(String caption, String note, List<Integer> phases, List<Column> columns, List<List<Cell>> rows) {
        this(caption, note, phases, false, columns, rows);
    }

    /**
     * A column.
     *
     * @param heading heading with the unit of the numbers
     * @param number true if its cells are numbers, which are right-aligned
     */
    public record Column(String heading, boolean number) {}

    /**
     * A cell.
     *
     * @param text the text
     * @param bar length of a bar behind the text, 0 to 1; 0 for none
     * @param picture picture instead of the text; null for none
     * @param file target of the text's link, relative to the page; null for none
     */
    public record Cell(String text, double bar, PagePicture picture, String file) {
        public Cell(String text, double bar) {
            this(text, bar, null, null);
        }

        public static Cell linked(String text, String file) {
            return new Cell(text, 0, null, file);
        }

        public static Cell of(String text) {
            return new Cell(text, 0);
        }

        /**
         * Returns a cell with a picture.
         *
         * @param picture the picture
         * @param text alternative text for assistive technology
         */
        public static Cell of(PagePicture picture, String text) {
            return new Cell(text, 0, picture, null);
        }
    }

    public PageTable {
        phases = List.copyOf(phases);
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<Cell> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(
                        caption + ": " + row.size() + " cells in " + columns.size() + " columns");
            }
        }
    }
}
