package runbench.plotter.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import runbench.base.quantity.Printable;
import runbench.plotter.theme.Ink;
import runbench.plotter.theme.Pen;
import runbench.plotter.theme.Theme;

/**
 * One panel of a {@link Figure}: a headline, a vertical axis and what is drawn. Methods add to the panel and return it,
 * and draw in the order of the calls. Arrays are not copied; a series name may be empty to stay out of the legend; NaN
 * means "no data" everywhere and leaves a gap.
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

    /** A panel headed by {@code title}; the axis label of {@code y} stands beside it in the headline. */
    public static Panel of(String title, Scale y) {
        return new Panel(title, y);
    }

    /** Muted words after the headline, for example what was really counted. */
    public Panel detail(String words) {
        detail = Printable.line(words);
        return this;
    }

    /** Muted words at the right end of the headline, for example a mean and a peak. */
    public Panel remark(String words) {
        remark = Printable.line(words);
        return this;
    }

    /** A horizontal axis of its own instead of the figure's. */
    public Panel x(Scale scale) {
        ownX = scale;
        return this;
    }

    /** Height of the data area in pixels at scale 1 instead of the figure's choice. */
    public Panel height(double pixels) {
        height = pixels;
        return this;
    }

    /** A line through points in order of x; grey is thin, orange dashed. */
    public Panel line(String name, double[] x, double[] values, Ink ink) {
        return add(new LineMark(Printable.line(name), x, values, ink, Pen.of(ink), false));
    }

    /** Many short pieces of line, separated by NaN: thin in any ink. */
    public Panel thinLine(String name, double[] x, double[] values, Ink ink) {
        return add(new LineMark(Printable.line(name), x, values, ink, Pen.THIN_LINE, false));
    }

    /** A line through a few points that are to be seen, too. */
    public Panel lineWithPoints(String name, double[] x, double[] values, Ink ink) {
        return line(name, x, values, ink).points("", x, values, ink);
    }

    /**
     * Many lines of which one matters: all grey, the picked one on top.
     *
     * @param values one array per series
     * @param picked index of the series to show, or -1 for none
     * @param others what the grey ones are called in the legend, for example "other ranks"
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

    /** The area between two lines over the same x. */
    public Panel band(String name, double[] x, double[] low, double[] high, Ink ink) {
        return add(new Band(Printable.line(name), x, low, high, ink, Theme.BAND_ALPHA));
    }

    /** Areas on top of one another, each between its two lines over the same x. */
    public Panel area(String name, double[] x, double[] low, double[] high, Ink ink) {
        return add(new Band(Printable.line(name), x, low, high, ink, Theme.AREA_ALPHA));
    }

    /** Equal buckets: min-max columns and steps of means. */
    public Panel buckets(Buckets buckets) {
        return add(buckets);
    }

    /** A line through points that each hold until the next one; grey is thin, orange dashed. */
    public Panel steps(String name, double[] x, double[] values, Ink ink) {
        return add(new LineMark(Printable.line(name), x, values, ink, Pen.of(ink), true));
    }

    public Panel points(String name, double[] x, double[] values, Ink ink) {
        return add(new Points(Printable.line(name), x, values, ink));
    }

    /**
     * Bars between edges, for histograms.
     *
     * @param edges ascending, one more than {@code heights}
     */
    public Panel histogram(String name, double[] edges, double[] heights, Ink ink) {
        return add(new Histogram(Printable.line(name), edges, heights, ink));
    }

    /** The share of {@code values} that are at most x, 0..1, as a step line; NaN and infinite values are left out. */
    public Panel cdf(String name, double[] values, Ink ink) {
        double[] sorted = Arrays.stream(values).filter(Double::isFinite).sorted().toArray();
        double[] share = new double[sorted.length];
        for (int i = 0; i < share.length; i++) {
            share[i] = (i + 1.0) / share.length;
        }
        return add(new LineMark(Printable.line(name), sorted, share, ink, Pen.of(ink), true));
    }

    /** A point and a vertical interval at each x. */
    public Panel intervals(String name, double[] x, double[] values, double[] low, double[] high, Ink ink) {
        return add(new Intervals(Printable.line(name), x, values, low, high, ink, false));
    }

    /** A point and a horizontal interval on each row, for forest plots with {@link Scale#names} as vertical axis. */
    public Panel rowIntervals(String name, double[] rows, double[] values, double[] low, double[] high, Ink ink) {
        return add(new Intervals(Printable.line(name), rows, values, low, high, ink, true));
    }

    /**
     * Grouped bars: one group at each position 0, 1, ..., one bar in it per series. Use {@link Scale#names} as
     * horizontal axis.
     *
     * @param names of the series
     * @param values {@code [series][position]}
     */
    public Panel bars(List<String> names, double[][] values) {
        return add(new Bars(names.stream().map(Printable::line).toList(), values));
    }

    /** Intervals on rows (ranks, threads) over the horizontal axis; use {@link Scale#names} as vertical axis. */
    public Panel strip(Strip strip) {
        return add(strip);
    }

    /** A matrix of values as colours; use {@link Scale#names} as vertical axis for named rows. */
    public Panel heat(Heat heat) {
        return add(heat);
    }

    /**
     * Intervals as tinted backgrounds over the whole height, coloured as in a {@link #strip} of the same intervals;
     * those narrower than half a pixel are left out.
     */
    public Panel spans(Strip strip) {
        return add(new Spans(strip));
    }

    /** A vertical line at {@code x} with a few words. */
    public Panel at(double x, String words, Ink ink) {
        return add(new Rule(true, x, Printable.line(words), ink));
    }

    /** A horizontal line at {@code value} with a few words. */
    public Panel level(double value, String words, Ink ink) {
        return add(new Rule(false, value, Printable.line(words), ink));
    }

    /** A few words right of and above a place among the data. */
    public Panel text(double x, double y, String words, Ink ink) {
        return add(new TextMark(x, y, Printable.line(words), false, ink));
    }

    /** The same, left of it. */
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

    /** The vertical axis. */
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

    /** The panel's own horizontal axis, or else the one that it shares. */
    public Scale xOr(Scale shared) {
        return ownX == null ? shared : ownX;
    }

    /** Height of the data area in pixels at scale 1; NaN leaves it to the renderer. */
    public double height() {
        return height;
    }

    public List<Mark.Entry> legend() {
        return marks.stream().flatMap(m -> m.legend().stream()).toList();
    }
}
