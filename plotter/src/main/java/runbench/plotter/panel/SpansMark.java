package runbench.plotter.panel;

import java.awt.geom.Rectangle2D;
import runbench.plotter.theme.Theme;

/** Tints the whole height of a panel where intervals lie. */
final class SpansMark implements Mark {
    private final Strip strip;
    private final int[] colours;

    SpansMark(Strip strip) {
        this.strip = strip;
        this.colours = strip.colours();
    }

    @Override
    public void paint(Canvas c) {
        for (int i = 0; i < strip.start().length; i++) {
            double from = c.x(strip.start()[i]);
            double to = c.x(strip.end()[i]);
            if (strip.kind()[i] >= 0 && to - from >= 0.5) {
                c.g.setPaint(Theme.alpha(Theme.phase(colours[strip.kind()[i]]), Theme.SPAN_ALPHA));
                c.g.fill(new Rectangle2D.Double(from, c.area.getMinY(), to - from, c.area.getHeight()));
            }
        }
    }

    @Override
    public void extend(Extent x, Extent y) {
        x.addAll(strip.start()).addAll(strip.end());
    }
}
