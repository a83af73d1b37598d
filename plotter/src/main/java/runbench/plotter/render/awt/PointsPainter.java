package runbench.plotter.render.awt;

import java.awt.geom.Ellipse2D;
import java.util.BitSet;
import runbench.plotter.figure.Points;

/** Draws {@link Points}. */
final class PointsPainter {
    private static final int MANY = 2000;

    private PointsPainter() {
    }

    static void paint(Canvas c, Points m) {
        double[] x = m.x();
        double[] y = m.y();
        double r = x.length > MANY ? 1.3 : x.length > 200 ? 2 : 3;
        c.paint(m.ink().colour().withAlpha(x.length > MANY ? 0.55 : 0.8));
        int columns = (int) (c.area.getWidth() * 2) + 1;
        int rows = (int) (c.area.getHeight() * 2) + 1;
        BitSet taken = new BitSet();
        Ellipse2D.Double dot = new Ellipse2D.Double();
        for (int i = 0; i < x.length; i++) {
            double px = c.x(x[i]);
            double py = c.y(y[i]);
            int column = (int) ((px - c.area.getX()) * 2);
            int row = (int) ((py - c.area.getY()) * 2);
            if (Double.isNaN(px) || Double.isNaN(py) || column < 0 || column >= columns || row < 0 || row >= rows) {
                continue;
            }
            int cell = row * columns + column;
            if (x.length > MANY && taken.get(cell)) {
                continue;
            }
            taken.set(cell);
            dot.setFrame(px - r, py - r, 2 * r, 2 * r);
            c.g.fill(dot);
        }
    }
}
