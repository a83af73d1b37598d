package runbench.plotter.render.html;

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
