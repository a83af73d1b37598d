package runbench.plotter.figure;

import java.util.List;
import runbench.plotter.theme.Colour;

/** Something shown in a panel: a line, a band, points, bars, intervals on rows. A plain value; renderers draw it. */
public sealed interface Mark
        permits LineMark, Band, Buckets, Points, Histogram, Intervals, Bars, Strip, Spans, Heat, Rule, TextMark {
    /** What stands in the legend for it: a name and how its swatch looks. */
    record Entry(String name, Colour colour, Swatch swatch) {}

    /** How a legend entry looks. */
    enum Swatch {
        LINE, DASH, DOT, BOX
    }

    void accept(MarkVisitor visitor);

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
