package runbench.plotter.panel;

import java.util.List;

/** Something drawn in a panel: a line, a band, points, bars, intervals on rows. */
interface Mark {
    /** What stands in the legend for it: a name and how its swatch looks. */
    record Entry(String name, java.awt.Color colour, Swatch swatch) { }

    /** How a legend entry looks. */
    enum Swatch { LINE, DASH, DOT, BOX }

    void paint(Canvas canvas);

    /** Adds what it covers, so that axes can be chosen. */
    void extend(Extent x, Extent y);

    default List<Entry> legend() {
        return List.of();
    }

    /** Share of the range to add at either end of the horizontal axis, so that what stands there is not cut. */
    default double sideways() {
        return 0;
    }
}
