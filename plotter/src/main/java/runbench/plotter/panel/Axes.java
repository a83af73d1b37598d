package runbench.plotter.panel;

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
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;
import runbench.plotter.theme.Fonts;
import runbench.plotter.theme.Theme;

/** JFreeChart's axes with the theme's looks and {@link Ticks} of our own. */
final class Axes {
    private static final int PIXELS_PER_HORIZONTAL_TICK = 90;
    private static final int PIXELS_PER_VERTICAL_TICK = 26;
    private static final int PIXELS_PER_ROW_NAME = 12;

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
        axis.setTickLabelPaint(Theme.MUTED);
        axis.setLabelFont(fonts.small);
        axis.setLabelPaint(Theme.MUTED);
        axis.setLabelInsets(new RectangleInsets(1, 0, 0, 0));
        axis.setAxisLinePaint(Theme.AXIS);
        axis.setTickMarkPaint(Theme.AXIS);
        axis.setTickMarkOutsideLength(4f);
        axis.setTickLabelInsets(new RectangleInsets(3, 4, 2, 6));
        return axis;
    }

    private static List<NumberTick> ticks(Scale scale, ValueAxis axis, Rectangle2D area, RectangleEdge edge) {
        boolean horizontal = RectangleEdge.isTopOrBottom(edge);
        boolean rows = scale.kind() == Scale.Kind.NAMES;
        int perTick = horizontal ? PIXELS_PER_HORIZONTAL_TICK : rows ? PIXELS_PER_ROW_NAME : PIXELS_PER_VERTICAL_TICK;
        double length = horizontal ? area.getWidth() : area.getHeight();
        if (horizontal && rows) {
            perTick = 1;
        }
        int most = (int) Math.max(1, length / perTick);
        TextAnchor anchor = horizontal ? TextAnchor.TOP_CENTER : TextAnchor.CENTER_RIGHT;
        double room = horizontal
                ? length / Math.max(1, scale.names().size()) - 4
                : Theme.MAX_LEFT_AXIS - 12;
        List<NumberTick> out = new ArrayList<>();
        for (Ticks t : Ticks.of(scale, axis.getLowerBound(), axis.getUpperBound(), most)) {
            String label = rows ? Text.fit(Fonts.get().small, t.label(), room) : t.label();
            TickType type = t.label().isEmpty() ? TickType.MINOR : TickType.MAJOR;
            out.add(new NumberTick(type, t.value(), label, anchor, TextAnchor.CENTER, 0));
        }
        return out;
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
