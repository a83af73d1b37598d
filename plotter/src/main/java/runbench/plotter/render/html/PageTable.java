package runbench.plotter.render.html;

import java.util.List;

/**
 * A table of exact values.
 *
 * @param caption what it shows
 * @param note how to read it; may be empty
 * @param phases of a table of phases: which of the page's phases each row is about, so that a click on it selects that
 *     phase, -1 for none of them; otherwise empty
 * @param follows while a phase is picked, its rows alone are shown
 */
public record PageTable(String caption, String note, List<Integer> phases, boolean follows, List<Column> columns,
        List<List<Cell>> rows) {
    /** All of whose rows are always shown. */
    public PageTable(String caption, String note, List<Integer> phases, List<Column> columns, List<List<Cell>> rows) {
        this(caption, note, phases, false, columns, rows);
    }

    /**
     * A column.
     *
     * @param heading with the unit of the numbers
     * @param number whether its cells are numbers, which stand at the right
     */
    public record Column(String heading, boolean number) {}

    /**
     * A cell.
     *
     * @param bar length of a bar behind the text, 0..1; 0 for none
     * @param picture small, in place of the text; null for none
     * @param file that the text is a link to, relative to the page; null for none
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

        /** @param text says the same, for those who do not see it */
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
