package runbench.plotter.render.html;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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
    /** Length in characters above which the text of a cell wraps. */
    static final int MAX_UNWRAPPED_LENGTH = 60;
    /** Width of the window that {@link #fitted} assumes, and its margins with a scroll bar. */
    static final int WINDOW_PIXELS = 1280;
    static final int MARGIN_PIXELS = 60;
    private static final double CHARACTER_PIXELS = 7.5;
    private static final double PADDING_PIXELS = 22;
    private static final double WRAPPED_PIXELS = 320;

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

    /**
     * Returns this table as tables that fit a window of {@value #WINDOW_PIXELS} pixels: columns that do not fit
     * continue in further tables with the same first column.
     */
    public List<PageTable> fitted() {
        List<PageTable> all = new ArrayList<>();
        List<Integer> taken = new ArrayList<>(List.of(0));
        double width = width(0);
        for (int c = 1; c < columns.size(); c++) {
            if (taken.size() > 1 && width + width(c) > WINDOW_PIXELS - MARGIN_PIXELS) {
                all.add(part(taken, all.isEmpty()));
                taken = new ArrayList<>(List.of(0));
                width = width(0);
            }
            taken.add(c);
            width += width(c);
        }
        all.add(part(taken, all.isEmpty()));
        return all;
    }

    private PageTable part(List<Integer> taken, boolean first) {
        return new PageTable(first ? caption : caption + ", continued", first ? note : "", phases, follows,
                taken.stream().map(columns::get).toList(),
                rows.stream().map(row -> taken.stream().map(row::get).toList()).toList());
    }

    /** Returns the estimated width of a column in pixels: headings wrap between words, short cells do not wrap. */
    double width(int column) {
        int heading = Stream.of(columns.get(column).heading().split(" ")).mapToInt(String::length).max().orElse(0);
        int cell = rows.stream().mapToInt(row -> row.get(column).text().length()).max().orElse(0);
        boolean wraps = !columns.get(column).number() && cell > MAX_UNWRAPPED_LENGTH;
        return PADDING_PIXELS + (wraps ? WRAPPED_PIXELS : CHARACTER_PIXELS * Math.max(heading, cell));
    }

    /** A small picture in a cell of a table. */
    public sealed interface PagePicture {
        /**
         * A histogram.
         *
         * @param counts count of each bin, from the left
         */
        record Bars(long[] counts) implements PagePicture {}

        /**
         * The development of a value from run to run.
         *
         * @param values the values; the last one belongs to the row's run. NaN if unknown
         * @param low lower end of the baseline band, within which values are unchanged; NaN for no band
         * @param high upper end of the band
         * @param changed indices of values before which the environment changed, such as the kernel
         */
        record Spark(double[] values, double low, double high, int[] changed) implements PagePicture {}

        /**
         * The differences of pairs with their estimate, its interval and the equivalence margin.
         *
         * @param dots difference of each pair
         * @param low lower end of the interval
         * @param middle estimate
         * @param high upper end of the interval
         * @param same half width of the equivalence margin around 0
         * @param reach distance of the axis' ends from 0, equal in all rows
         */
        record Pairs(double[] dots, double low, double middle, double high, double same,
                double reach) implements PagePicture {}

        /**
         * Sections of a range that starts at 0, with one marked position.
         *
         * @param from start of each section, ascending
         * @param to end of each section
         * @param mark the marked position
         * @param end end of the range
         */
        record Stretches(double[] from, double[] to, double mark, double end) implements PagePicture {}
    }
}
