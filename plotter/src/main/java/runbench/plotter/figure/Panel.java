package runbench.plotter.figure;

import runbench.plotter.figure.Mark.TextMark;
import runbench.plotter.figure.Mark.Rule;
import runbench.plotter.figure.Mark.Spans;
import runbench.plotter.figure.Mark.Bars;
import runbench.plotter.figure.Mark.Intervals;
import runbench.plotter.figure.Mark.Histogram;
import runbench.plotter.figure.Mark.Points;
import runbench.plotter.figure.Mark.Band;
import runbench.plotter.figure.Mark.LineMark;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import runbench.base.quantity.Printable;
import runbench.plotter.theme.Ink;
import runbench.plotter.theme.Pen;
import runbench.plotter.theme.Theme;

/**
 * One panel of a {@link Figure}: a headline, a vertical axis and marks.
 *
 * <p>Most methods add a mark and return the panel. Marks are drawn in the order of the calls. Arrays are not copied. A
 * series with an empty name has no legend entry. NaN means "no data" and leaves a gap.
 */
public final class Panel {
    private final String title;
    private final Scale y;
    private final List<Mark> marks = new ArrayList<>();
    private String detail = "";
    private String remark = "";
    private Scale ownX;
    private double height = Double.NaN;

    private Panel(String title, Scale y) {
        this.title = Printable.line(title);
        this.y = y;
    }

    /** Returns a panel whose headline has the title and the label of the vertical axis. */
    public static Panel of(String title, Scale y) {
        return new Panel(title, y);
    }

    /** Sets the muted text after the headline, for example the real event. */
    public Panel detail(String words) {
        detail = Printable.line(words);
        return this;
    }

    /** Sets the muted text at the right end of the headline, for example mean and peak. */
    public Panel remark(String words) {
        remark = Printable.line(words);
        return this;
    }

    /** Sets a horizontal axis for this panel instead of the figure's. */
    public Panel x(Scale scale) {
        ownX = scale;
        return this;
    }

    /** Sets the height of the data area in pixels at scale 1 instead of the figure's choice. */
    public Panel height(double pixels) {
        height = pixels;
        return this;
    }

    /** Adds a line through points in order of x; grey lines are thin, orange ones dashed. */
    public Panel line(String name, double[] x, double[] values, Ink ink) {
        return add(new LineMark(Printable.line(name), x, values, ink, Pen.of(ink), LineMark.Shape.STRAIGHT));
    }

    /** Adds many arrows, separated by NaN, from their first point to their last; thin in any ink. */
    public Panel arrows(String name, double[] x, double[] values, Ink ink) {
        return add(new LineMark(Printable.line(name), x, values, ink, Pen.THIN_LINE, LineMark.Shape.ARROWS));
    }

    /** Adds a line with visible points. */
    public Panel lineWithPoints(String name, double[] x, double[] values, Ink ink) {
        return line(name, x, values, ink).points("", x, values, ink);
    }

    /**
     * Adds many grey lines with one highlighted line on top.
     *
     * @param x horizontal positions
     * @param values one array per series
     * @param picked index of the highlighted series, or -1 for none
     * @param pickedName legend text of the highlighted series
     * @param others legend text of the grey series, for example "other ranks"
     */
    public Panel picked(double[] x, double[][] values, int picked, String pickedName, String others) {
        boolean named = false;
        for (int i = 0; i < values.length; i++) {
            if (i != picked) {
                line(named ? "" : others, x, values[i], Ink.GREY);
                named = true;
            }
        }
        return picked < 0 ? this : line(pickedName, x, values[picked], Ink.ORANGE);
    }

    /** Adds the area between two lines over the same x. */
    public Panel band(String name, double[] x, double[] low, double[] high, Ink ink) {
        return add(new Band(Printable.line(name), x, low, high, ink, Theme.BAND_ALPHA));
    }

    /** Adds one area of a stack, between two lines over the same x. */
    public Panel area(String name, double[] x, double[] low, double[] high, Ink ink) {
        return add(new Band(Printable.line(name), x, low, high, ink, Theme.AREA_ALPHA));
    }

    /** Adds buckets: columns from lowest to highest value and steps of means. */
    public Panel buckets(Buckets buckets) {
        return add(buckets);
    }

    /** Adds a step line, in which each value holds until the next point; grey lines are thin, orange ones dashed. */
    public Panel steps(String name, double[] x, double[] values, Ink ink) {
        return add(new LineMark(Printable.line(name), x, values, ink, Pen.of(ink), LineMark.Shape.STEPS));
    }

    public Panel points(String name, double[] x, double[] values, Ink ink) {
        return add(new Points(Printable.line(name), x, values, ink));
    }

    /**
     * Adds the bars of a histogram.
     *
     * @param name name in the legend; empty for none
     * @param edges edges in ascending order, one more than {@code heights}
     * @param heights height of each bar
     * @param ink colour
     */
    public Panel histogram(String name, double[] edges, double[] heights, Ink ink) {
        return add(new Histogram(Printable.line(name), edges, heights, ink));
    }

    /**
     * Adds the cumulative distribution of finite values, 0 to 1, as a step line; NaN and infinite values are ignored.
     */
    public Panel cdf(String name, double[] values, Ink ink) {
        double[] sorted = Arrays.stream(values).filter(Double::isFinite).sorted().toArray();
        double[] share = new double[sorted.length];
        for (int i = 0; i < share.length; i++) {
            share[i] = (i + 1.0) / share.length;
        }
        return add(new LineMark(Printable.line(name), sorted, share, ink, Pen.of(ink), LineMark.Shape.STEPS));
    }

    /** Adds a point and a vertical interval at each x. */
    public Panel intervals(String name, double[] x, double[] values, double[] low, double[] high, Ink ink) {
        return add(new Intervals(Printable.line(name), x, values, low, high, ink, false));
    }

    /** Adds a point and a horizontal interval per row, for forest plots with {@link Scale#names} as vertical axis. */
    public Panel rowIntervals(String name, double[] rows, double[] values, double[] low, double[] high, Ink ink) {
        return add(new Intervals(Printable.line(name), rows, values, low, high, ink, true));
    }

    /**
     * Adds grouped bars: one group per position 0, 1, ..., one bar per series in it. Use {@link Scale#names} as
     * horizontal axis.
     *
     * @param names names of the series
     * @param values values, {@code [series][position]}
     */
    public Panel bars(List<String> names, double[][] values) {
        return add(new Bars(names.stream().map(Printable::line).toList(), values));
    }

    /** Adds intervals on rows (ranks, threads); use {@link Scale#names} as vertical axis. */
    public Panel strip(Strip strip) {
        return add(strip);
    }

    /** Adds a matrix of values as colours; use {@link Scale#names} as vertical axis for named rows. */
    public Panel heat(Heat heat) {
        return add(heat);
    }

    /**
     * Adds intervals as tinted backgrounds over the whole height, in the colours of a {@link #strip} of the same
     * intervals. Intervals narrower than half a pixel are omitted.
     */
    public Panel spans(Strip strip) {
        return add(new Spans(strip, false));
    }

    /** Shades intervals over the whole height, in which there are no data. Those below half a pixel are omitted. */
    public Panel shade(double[] from, double[] to) {
        int[] none = new int[from.length];
        Arrays.fill(none, -1);
        return add(new Spans(Strip.row(from, to, none, List.of()), true));
    }

    /** Adds a vertical line at {@code x} with a short label. */
    public Panel rule(double x, String words, Ink ink) {
        return add(new Rule(true, x, Printable.line(words), ink));
    }

    /** Adds a horizontal line at {@code value} with a short label. */
    public Panel level(double value, String words, Ink ink) {
        return add(new Rule(false, value, Printable.line(words), ink));
    }

    /** Adds a short text above a data point, to its right. */
    public Panel text(double x, double y, String words, Ink ink) {
        return add(new TextMark(x, y, Printable.line(words), false, ink));
    }

    /** Adds a short text above a data point, to its left. */
    public Panel textBefore(double x, double y, String words, Ink ink) {
        return add(new TextMark(x, y, Printable.line(words), true, ink));
    }

    private Panel add(Mark mark) {
        marks.add(mark);
        return this;
    }

    public String title() {
        return title;
    }

    /** Returns the vertical axis. */
    public Scale y() {
        return y;
    }

    public List<Mark> marks() {
        return Collections.unmodifiableList(marks);
    }

    public String detail() {
        return detail;
    }

    public String remark() {
        return remark;
    }

    public boolean hasOwnX() {
        return ownX != null;
    }

    /** Returns the panel's own horizontal axis, or the shared axis if it has none. */
    public Scale xOr(Scale shared) {
        return ownX == null ? shared : ownX;
    }

    /** Returns the height of the data area in pixels at scale 1, or NaN for the renderer's choice. */
    public double height() {
        return height;
    }

    public List<Mark.Entry> legend() {
        return marks.stream().flatMap(m -> m.legend().stream()).toList();
    }
}
