package runbench.plotter.render.html;

/** A small drawing in a cell of a table. */
public sealed interface PagePicture {
    /**
     * A histogram.
     *
     * @param counts one a bin, from the left
     */
    record Bars(long[] counts) implements PagePicture {}

    /**
     * How a value went on from run to run.
     *
     * @param values the last one is the one of which the row tells; NaN: not known
     * @param low of the band within which values are as they were; NaN: no band
     * @param high of the band
     * @param changed before which of the values something else changed than the program, such as the kernel
     */
    record Spark(double[] values, double low, double high, int[] changed) implements PagePicture {}

    /**
     * Values of pairs, their middle with its interval, and the strip within which nothing is a difference.
     *
     * @param dots one a pair
     * @param low of the interval
     * @param middle estimate
     * @param high of the interval
     * @param same half of the strip around 0
     * @param reach ends of the axis lie so far from 0, the same in all rows
     */
    record Pairs(double[] dots, double low, double middle, double high, double same,
            double reach) implements PagePicture {}

    /**
     * Where along a whole something is, and one place in it.
     *
     * @param from of each stretch, ascending
     * @param to of each
     * @param mark the place
     * @param end of the whole, which begins at 0
     */
    record Stretches(double[] from, double[] to, double mark, double end) implements PagePicture {}
}
