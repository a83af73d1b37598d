package runbench.plotter.render.awt;

import java.awt.geom.Path2D;

/**
 * Builds the path of a line in pixels and decimates it. Of all points in one pixel column it keeps only the first, the
 * lowest, the highest and the last (M4: U. Jugel et al., "M4: A Visualization-Oriented Time Series Data Aggregation",
 * VLDB 2014, section 4.2), which gives the same picture. Points that are not in order of x are not decimated. A NaN
 * breaks the line.
 */
final class Polyline {
    private final Path2D.Double path = new Path2D.Double();
    private boolean open;
    private long column = Long.MIN_VALUE;
    private double firstX;
    private double firstY;
    private double lastX;
    private double lastY;
    private double low;
    private double high;
    private int inColumn;
    private boolean lowFirst;

    void add(double x, double y) {
        if (Double.isNaN(x) || Double.isNaN(y)) {
            breakLine();
            return;
        }
        long c = (long) Math.floor(x);
        if (inColumn > 0 && c == column && x >= lastX) {
            if (y < low) {
                low = y;
                lowFirst = false;
            }
            if (y > high) {
                high = y;
                lowFirst = true;
            }
            lastX = x;
            lastY = y;
            inColumn++;
            return;
        }
        flush();
        column = c;
        firstX = lastX = x;
        firstY = lastY = low = high = y;
        inColumn = 1;
    }

    /** Ends the line; the next point starts a new one. A single point is drawn as a dot. */
    void breakLine() {
        boolean alone = !open && inColumn == 1;
        flush();
        if (alone) {
            path.lineTo(lastX + 0.01, lastY);
        }
        open = false;
    }

    Path2D path() {
        breakLine();
        return path;
    }

    private void flush() {
        if (inColumn == 0) {
            return;
        }
        to(firstX, firstY);
        if (inColumn > 2) {
            double middle = (firstX + lastX) / 2;
            to(middle, lowFirst ? low : high);
            to(middle, lowFirst ? high : low);
        }
        if (inColumn > 1) {
            to(lastX, lastY);
        }
        inColumn = 0;
    }

    private void to(double x, double y) {
        if (open) {
            path.lineTo(x, y);
        } else {
            path.moveTo(x, y);
            open = true;
        }
    }
}
