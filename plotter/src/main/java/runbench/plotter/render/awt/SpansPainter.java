package runbench.plotter.render.awt;

import java.awt.geom.Rectangle2D;
import runbench.plotter.figure.Spans;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Theme;

/** Draws {@link Spans}. */
final class SpansPainter {
    private SpansPainter() {
    }

    static void paint(Canvas c, Spans m) {
        Strip strip = m.strip();
        int[] colours = strip.colours();
        for (int i = 0; i < strip.start().length; i++) {
            double from = c.x(strip.start()[i]);
            double to = c.x(strip.end()[i]);
            if (strip.kind()[i] >= 0 && to - from >= 0.5) {
                c.paint(Theme.phase(colours[strip.kind()[i]]).withAlpha(Theme.SPAN_ALPHA));
                c.g.fill(new Rectangle2D.Double(from, c.area.getMinY(), to - from, c.area.getHeight()));
            }
        }
    }
}
