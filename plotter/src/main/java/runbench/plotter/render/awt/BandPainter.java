package runbench.plotter.render.awt;

import java.awt.geom.Path2D;
import runbench.plotter.figure.Band;

/** Draws a {@link Band}. */
final class BandPainter {
    private BandPainter() {
    }

    static void paint(Canvas c, Band m) {
        c.paint(m.ink().colour().withAlpha(m.alpha()));
        Path2D.Double path = new Path2D.Double();
        int start = 0;
        while (start < m.x().length) {
            if (!present(c, m, start)) {
                start++;
                continue;
            }
            int end = start;
            while (end < m.x().length && present(c, m, end)) {
                end++;
            }
            path.moveTo(c.x(m.x()[start]), c.yOrFoot(m.high()[start]));
            for (int i = start + 1; i < end; i++) {
                path.lineTo(c.x(m.x()[i]), c.yOrFoot(m.high()[i]));
            }
            for (int i = end - 1; i >= start; i--) {
                path.lineTo(c.x(m.x()[i]), c.yOrFoot(m.low()[i]));
            }
            path.closePath();
            start = end;
        }
        c.g.fill(path);
    }

    private static boolean present(Canvas c, Band m, int i) {
        return !Double.isNaN(c.x(m.x()[i])) && !Double.isNaN(m.low()[i]) && !Double.isNaN(m.high()[i]);
    }
}
