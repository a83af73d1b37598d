package runbench.plotter.render.awt;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.TickType;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.text.TextUtils;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;
import runbench.plotter.figure.AxisTick;
import runbench.plotter.figure.Scale;
import runbench.plotter.render.awt.Canvas.AwtStyle;
import runbench.plotter.theme.Theme;

/** Creates JFreeChart axes in the theme's style, with Runbench's own {@link AxisTick}s. */
final class Axes {
    private static final int PIXELS_PER_HORIZONTAL_TICK = 90;
    private static final int PIXELS_PER_VERTICAL_TICK = 26;
    private static final int PIXELS_PER_NAME = 13;
    private static final int MAX_LABELS = 12;
    private static final double LABEL_ANGLE = Math.toRadians(32);
    private static final double MAX_SLANTED_WIDTH = 150;
    /** Total space left and right of the labels of a vertical axis. */
    private static final double LABEL_MARGIN = 12;

    static {
        // JFreeChart's workaround for old JVMs draws slanted text as outlines, but text in SVG must stay text.
        TextUtils.setUseDrawRotatedStringWorkaround(false);
    }

    private Axes() {
    }

    static ValueAxis horizontal(Scale scale, double[] range, boolean shown) {
        ValueAxis axis = axis(scale, range);
        axis.setTickLabelsVisible(shown);
        axis.setTickMarksVisible(shown);
        axis.setMinorTickMarksVisible(shown);
        axis.setMinorTickMarkOutsideLength(2f);
        axis.setAxisLineVisible(true);
        axis.setLabel(shown && !scale.label().isEmpty() ? scale.label() : null);
        return axis;
    }

    static ValueAxis vertical(Scale scale, double[] range) {
        ValueAxis axis = axis(scale, range);
        axis.setTickMarksVisible(false);
        axis.setAxisLineVisible(false);
        axis.setInverted(scale.kind() == Scale.Kind.NAMES);
        return axis;
    }

    private static ValueAxis axis(Scale scale, double[] range) {
        ValueAxis axis = scale.kind() == Scale.Kind.LOG ? new Decades(scale) : new Linear(scale);
        Fonts fonts = Fonts.get();
        axis.setRange(range[0], range[1]);
        axis.setTickLabelFont(fonts.small);
        axis.setTickLabelPaint(AwtStyle.colour(Theme.MUTED));
        axis.setLabelFont(fonts.small);
        axis.setLabelPaint(AwtStyle.colour(Theme.MUTED));
        axis.setLabelInsets(new RectangleInsets(1, 0, 0, 0));
        axis.setAxisLinePaint(AwtStyle.colour(Theme.AXIS));
        axis.setTickMarkPaint(AwtStyle.colour(Theme.AXIS));
        axis.setTickMarkOutsideLength(4f);
        axis.setTickLabelInsets(new RectangleInsets(3, 4, 2, 6));
        return axis;
    }

    /** Returns the height of a horizontal axis below {@code width} pixels of data; overlapping names are slanted. */
    static double bottom(Scale scale, double width) {
        if (!slanted(scale, width)) {
            return Theme.BOTTOM_AXIS;
        }
        double widest = scale.names().stream().mapToDouble(n -> Text.width(Fonts.get().small, n)).max().orElse(0);
        return Theme.BOTTOM_AXIS - 8 + Math.min(widest, slantedRoom(scale, width)) * Math.sin(LABEL_ANGLE);
    }

    /** Returns the maximum length of a slanted name, so that the first one does not overlap the vertical axis. */
    private static double slantedRoom(Scale scale, double width) {
        double beforeFirst = Theme.LEFT_AXIS + width / scale.names().size() / 2;
        return Math.min(MAX_SLANTED_WIDTH, beforeFirst / Math.cos(LABEL_ANGLE));
    }

    private static boolean slanted(Scale scale, double width) {
        double room = width / Math.max(1, scale.names().size()) - 6;
        return scale.names().stream().anyMatch(n -> Text.width(Fonts.get().small, n) > room);
    }

    private static List<NumberTick> ticks(Scale scale, ValueAxis axis, Rectangle2D area, RectangleEdge edge) {
        boolean horizontal = RectangleEdge.isTopOrBottom(edge);
        boolean rows = scale.kind() == Scale.Kind.NAMES;
        boolean slanted = horizontal && rows && slanted(scale, area.getWidth());
        double length = horizontal ? area.getWidth() : area.getHeight();
        TextAnchor anchor = slanted ? TextAnchor.TOP_RIGHT
                : horizontal ? TextAnchor.TOP_CENTER : TextAnchor.CENTER_RIGHT;
        TextAnchor pivot = slanted ? TextAnchor.TOP_RIGHT : TextAnchor.CENTER;
        double room = slanted ? slantedRoom(scale, length)
                : horizontal ? Double.MAX_VALUE : Theme.MAX_LEFT_AXIS - LABEL_MARGIN;
        List<NumberTick> out = new ArrayList<>();
        double low = axis.getLowerBound();
        double high = axis.getUpperBound();
        List<AxisTick> ticks = rows ? AxisTick.of(scale, low, high, (int) Math.max(1, length / PIXELS_PER_NAME))
                : horizontal ? AxisTick.of(scale, low, high, (int) Math.max(1, length / PIXELS_PER_HORIZONTAL_TICK))
                        : AxisTick.vertical(scale, low, high, verticalTicks(length));
        for (AxisTick t : ticks) {
            TickType type = t.label().isEmpty() ? TickType.MINOR : TickType.MAJOR;
            String label = Text.fitMiddle(Fonts.get().small, t.label(), room);
            out.add(new NumberTick(type, t.value(), label, anchor, pivot, slanted ? -LABEL_ANGLE : 0));
        }
        return out;
    }

    /** Returns the maximum number of intervals between the labels of a vertical axis of this height. */
    static int verticalTicks(double height) {
        return (int) Math.max(2, height / PIXELS_PER_VERTICAL_TICK);
    }

    /**
     * Returns the width of the labels of a vertical axis of any height.
     *
     * @param scale the axis
     * @param data range of the data
     */
    static double left(Scale scale, double[] data) {
        double widest = 0;
        for (int most = 2; most <= MAX_LABELS; most++) {
            double[] range = AxisTick.range(scale, data, most);
            for (AxisTick t : AxisTick.vertical(scale, range[0], range[1], most)) {
                widest = Math.max(widest, Text.width(Fonts.get().small, t.label()));
            }
        }
        return Math.min(Theme.MAX_LEFT_AXIS, Math.max(Theme.LEFT_AXIS, Math.ceil(widest) + LABEL_MARGIN));
    }

    private static final class Linear extends NumberAxis {
        private final Scale scale;

        Linear(Scale scale) {
            super(null);
            this.scale = scale;
        }

        @Override
        public List<NumberTick> refreshTicks(Graphics2D g, AxisState state, Rectangle2D area, RectangleEdge edge) {
            return ticks(scale, this, area, edge);
        }
    }

    private static final class Decades extends LogAxis {
        private final Scale scale;

        Decades(Scale scale) {
            super(null);
            this.scale = scale;
        }

        @Override
        public List<NumberTick> refreshTicks(Graphics2D g, AxisState state, Rectangle2D area, RectangleEdge edge) {
            return ticks(scale, this, area, edge);
        }
    }
}
