package runbench.plotter.render.awt;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.EnumMap;
import java.util.Map;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Colour;
import runbench.plotter.theme.Pen;

/** The data area of a panel with its mapping of values to pixels. */
final class Canvas {
    final Graphics2D g;
    final Rectangle2D area;
    final boolean logX;
    final boolean logY;
    private final double x0;
    private final double xSlope;
    private final double y0;
    private final double ySlope;

    Canvas(Graphics2D g, Rectangle2D area, Scale x, double[] xRange, Scale y, double[] yRange) {
        this.g = g;
        this.area = area;
        logX = x.kind() == Scale.Kind.LOG;
        logY = y.kind() == Scale.Kind.LOG;
        double left = at(logX, xRange[0]);
        xSlope = area.getWidth() / (at(logX, xRange[1]) - left);
        x0 = area.getX() - left * xSlope;
        double low = at(logY, yRange[0]);
        double high = at(logY, yRange[1]);
        if (y.kind() == Scale.Kind.NAMES) {
            ySlope = area.getHeight() / (high - low);
            y0 = area.getY() - low * ySlope;
        } else {
            ySlope = -area.getHeight() / (high - low);
            y0 = area.getMaxY() - low * ySlope;
        }
    }

    void paint(Colour colour) {
        g.setPaint(AwtStyle.colour(colour));
    }

    void stroke(Pen pen) {
        g.setStroke(AwtStyle.stroke(pen));
    }

    /**
     * Returns the horizontal pixel of a value, or NaN if it is infinite, NaN, or not positive on a logarithmic axis.
     */
    double x(double value) {
        return x0 + at(logX, value) * xSlope;
    }

    double y(double value) {
        return y0 + at(logY, value) * ySlope;
    }

    /** Returns the vertical pixel of a value, limited to the axis; 0 on a logarithmic axis is at its bottom. */
    double yOrFoot(double value) {
        double y = y(value);
        return Double.isNaN(y) ? area.getMaxY() : Math.min(Math.max(y, area.getMinY() - 4), area.getMaxY() + 4);
    }

    private static double at(boolean log, double value) {
        if (!log) {
            return Double.isInfinite(value) ? Double.NaN : value;
        }
        return value > 0 && !Double.isInfinite(value) ? Math.log10(value) : Double.NaN;
    }

    /** Converts the theme's colours and pens to AWT. */
    static final class AwtStyle {
        private static final Map<Pen, BasicStroke> STROKES = new EnumMap<>(Pen.class);

        static {
            for (Pen pen : Pen.values()) {
                STROKES.put(pen, switch (pen.ends()) {
                    case ROUND -> new BasicStroke(pen.width(), BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
                    case SQUARE -> new BasicStroke(pen.width());
                    case CUT -> new BasicStroke(pen.width(), BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f,
                            pen.dashes(), 0f);
                });
            }
        }

        private AwtStyle() {
        }

        static Color colour(Colour colour) {
            return new Color(colour.argb(), true);
        }

        static BasicStroke stroke(Pen pen) {
            return STROKES.get(pen);
        }
    }
}
