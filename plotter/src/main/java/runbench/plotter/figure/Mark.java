package runbench.plotter.figure;

import java.util.ArrayList;
import java.util.List;
import runbench.plotter.figure.Mark.Band;
import runbench.plotter.figure.Mark.Bars;
import runbench.plotter.figure.Mark.Histogram;
import runbench.plotter.figure.Mark.Intervals;
import runbench.plotter.figure.Mark.LineMark;
import runbench.plotter.figure.Mark.Points;
import runbench.plotter.figure.Mark.Rule;
import runbench.plotter.figure.Mark.Spans;
import runbench.plotter.figure.Mark.TextMark;
import runbench.plotter.theme.Colour;
import runbench.plotter.theme.Ink;
import runbench.plotter.theme.Pen;

/** An element of a panel, such as a line, a band or points: a plain value that a renderer draws. */
public sealed interface Mark
        permits LineMark, Band, Buckets, Points, Histogram, Intervals, Bars, Strip, Spans, Heat, Rule, TextMark {
    /**
     * An entry of the legend.
     *
     * @param name the text
     * @param colour colour of the swatch
     * @param swatch shape of the swatch
     */
    record Entry(String name, Colour colour, Swatch swatch) {}

    /** The shape of a legend entry's swatch. */
    enum Swatch {
        LINE, DASH, DOT, BOX
    }

    void accept(Visitor visitor);

    /** Adds the mark's values to the ranges of both axes. */
    void extend(Extent x, Extent y);

    default List<Entry> legend() {
        return List.of();
    }

    /**
     * Returns the margin at each end of the horizontal axis, as a share of the range, so that the mark is not clipped.
     */
    default double sideways() {
        return 0;
    }

    /**
     * A line through points; NaN breaks it.
     *
     * @param name name in the legend; empty for none
     * @param x horizontal positions
     * @param y vertical positions
     * @param ink colour
     * @param pen width and dashes
     * @param shape form of the line
     */
    public record LineMark(String name, double[] x, double[] y, Ink ink, Pen pen, Shape shape) implements Mark {
        /** Straight pieces; steps, in which each value holds until the next point; pieces with a head at their end. */
        public enum Shape {
            STRAIGHT, STEPS, ARROWS
        }

        public LineMark {
            if (x.length != y.length) {
                throw new IllegalArgumentException("line " + name + ": " + x.length + " x, " + y.length + " y");
            }
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.line(this);
        }

        @Override
        public void extend(Extent ex, Extent ey) {
            ex.addAll(x);
            ey.addAll(y);
        }

        @Override
        public List<Entry> legend() {
            Swatch swatch = pen.dashed() ? Swatch.DASH : Swatch.LINE;
            return name.isEmpty() ? List.of() : List.of(new Entry(name, ink.colour(), swatch));
        }
    }

    /** The area between two lines; NaN in either line interrupts it. */
    public record Band(String name, double[] x, double[] low, double[] high, Ink ink, double alpha) implements Mark {
        public Band {
            if (x.length != low.length || x.length != high.length) {
                throw new IllegalArgumentException(
                        "band " + name + ": " + x.length + " x, " + low.length + " low, " + high.length + " high");
            }
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.band(this);
        }

        @Override
        public void extend(Extent ex, Extent ey) {
            ex.addAll(x);
            ey.addAll(low).addAll(high);
        }

        @Override
        public List<Entry> legend() {
            return name.isEmpty() ? List.of()
                    : List.of(new Entry(name, ink.colour().withAlpha(Math.min(1, alpha * 1.6)), Swatch.BOX));
        }
    }

    /**
     * Points. Of many points on the same half pixel only one is drawn.
     *
     * @param name name in the legend; empty for none
     * @param x horizontal positions
     * @param y vertical positions
     * @param ink colour
     */
    public record Points(String name, double[] x, double[] y, Ink ink) implements Mark {
        public Points {
            if (x.length != y.length) {
                throw new IllegalArgumentException("points " + name + ": " + x.length + " x, " + y.length + " y");
            }
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.points(this);
        }

        @Override
        public void extend(Extent ex, Extent ey) {
            ex.addAll(x);
            ey.addAll(y);
        }

        @Override
        public double sideways() {
            return 0.015;
        }

        @Override
        public List<Entry> legend() {
            return name.isEmpty() ? List.of() : List.of(new Entry(name, ink.colour(), Swatch.DOT));
        }
    }

    /**
     * Bars between edges, on the value 0 or on the bottom of a logarithmic axis.
     *
     * @param name name in the legend; empty for none
     * @param edges edges in ascending order, one more than bars
     * @param heights height of each bar
     * @param ink colour
     */
    public record Histogram(String name, double[] edges, double[] heights, Ink ink) implements Mark {
        public Histogram {
            if (edges.length != heights.length + 1) {
                throw new IllegalArgumentException(
                        "histogram " + name + ": " + edges.length + " edges for " + heights.length + " bars");
            }
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.histogram(this);
        }

        @Override
        public void extend(Extent x, Extent y) {
            x.addAll(edges);
            y.addAll(heights).add(0);
        }

        @Override
        public List<Entry> legend() {
            return name.isEmpty() ? List.of() : List.of(new Entry(name, ink.colour(), Swatch.BOX));
        }
    }

    /**
     * Points with an interval around each.
     *
     * @param name name in the legend; empty for none
     * @param at positions on the other axis
     * @param value values of the points
     * @param low lower ends of the intervals
     * @param high upper ends of the intervals
     * @param ink colour
     * @param horizontal true for rows of a forest plot, false for vertical error bars
     */
    public record Intervals(String name, double[] at, double[] value, double[] low, double[] high, Ink ink,
            boolean horizontal) implements Mark {
        public Intervals {
            if (at.length != value.length || at.length != low.length || at.length != high.length) {
                throw new IllegalArgumentException("intervals " + name + ": arrays of different length");
            }
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.intervals(this);
        }

        @Override
        public void extend(Extent x, Extent y) {
            (horizontal ? y : x).addAll(at);
            (horizontal ? x : y).addAll(value).addAll(low).addAll(high);
        }

        @Override
        public double sideways() {
            return horizontal ? 0.06 : 0.03;
        }

        @Override
        public List<Entry> legend() {
            return name.isEmpty() ? List.of() : List.of(new Entry(name, ink.colour(), Swatch.DOT));
        }
    }

    /**
     * Grouped bars at the positions 0, 1, ... of a horizontal axis of names.
     *
     * @param names names of the series
     * @param values values, {@code [series][position]}
     */
    public record Bars(List<String> names, double[][] values) implements Mark {
        public Bars {
            if (names.size() != values.length) {
                throw new IllegalArgumentException("bars: " + names.size() + " names for " + values.length + " series");
            }
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.bars(this);
        }

        @Override
        public void extend(Extent x, Extent y) {
            for (double[] series : values) {
                y.addAll(series);
            }
            y.add(0);
        }

        @Override
        public List<Entry> legend() {
            List<Entry> out = new ArrayList<>();
            for (int s = 0; s < values.length; s++) {
                if (!names.get(s).isEmpty()) {
                    out.add(new Entry(names.get(s), Ink.series(s).colour(), Swatch.BOX));
                }
            }
            return out;
        }
    }

    /**
     * The intervals of a strip as tinted backgrounds over the whole height of a panel.
     *
     * @param strip intervals and their colours
     * @param isShade whether intervals without a kind are drawn, in grey: there are no data
     */
    public record Spans(Strip strip, boolean isShade) implements Mark {
        @Override
        public void accept(Visitor visitor) {
            visitor.spans(this);
        }

        @Override
        public void extend(Extent x, Extent y) {
            strip.extend(x, y);
        }
    }

    /**
     * A straight line across the panel at one value, with a label.
     *
     * @param vertical true for a vertical line
     * @param at position on the axis
     * @param label short text; may be empty
     * @param ink colour
     */
    public record Rule(boolean vertical, double at, String label, Ink ink) implements Mark {
        @Override
        public void accept(Visitor visitor) {
            visitor.rule(this);
        }

        @Override
        public void extend(Extent x, Extent y) {
            (vertical ? x : y).add(at);
        }
    }

    /**
     * A short text at a data point.
     *
     * @param x horizontal position
     * @param y vertical position
     * @param words the text
     * @param before true if the text ends at the point, false if it starts there
     * @param ink colour
     */
    public record TextMark(double x, double y, String words, boolean before, Ink ink) implements Mark {
        @Override
        public void accept(Visitor visitor) {
            visitor.text(this);
        }

        @Override
        public void extend(Extent ex, Extent ey) {
            ex.add(x);
            ey.add(y);
        }
    }

    /** A renderer's operations, one per kind of mark. A renderer that lacks one does not compile. */
    public interface Visitor {
        void line(LineMark line);

        void band(Band band);

        void buckets(Buckets buckets);

        void points(Points points);

        void histogram(Histogram histogram);

        void intervals(Intervals intervals);

        void bars(Bars bars);

        void strip(Strip strip);

        void spans(Spans spans);

        void heat(Heat heat);

        void rule(Rule rule);

        void text(TextMark text);
    }
}
