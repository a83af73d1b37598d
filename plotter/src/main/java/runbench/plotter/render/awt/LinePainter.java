package runbench.plotter.render.awt;

import runbench.plotter.figure.LineMark;

/** Draws a {@link LineMark}. */
final class LinePainter {
    private LinePainter() {
    }

    static void paint(Canvas c, LineMark m) {
        Polyline line = new Polyline();
        double before = Double.NaN;
        for (int i = 0; i < m.x().length; i++) {
            double px = c.x(m.x()[i]);
            double py = c.y(m.y()[i]);
            if (m.step() && !Double.isNaN(before) && !Double.isNaN(py)) {
                line.add(px, before);
            }
            line.add(px, py);
            before = py;
        }
        c.paint(m.ink().colour());
        c.stroke(m.pen());
        c.g.draw(line.path());
    }
}
