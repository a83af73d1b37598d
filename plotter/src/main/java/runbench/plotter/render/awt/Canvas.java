package runbench.plotter.render.awt;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
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
}
