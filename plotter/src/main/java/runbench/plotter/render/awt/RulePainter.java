package runbench.plotter.render.awt;

import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import runbench.plotter.figure.Rule;
import runbench.plotter.theme.Pen;
import runbench.plotter.theme.Theme;

/** Draws a {@link Rule}. */
final class RulePainter {
    private RulePainter() {
    }

    static void paint(Canvas c, Rule m) {
        double p = m.vertical() ? c.x(m.at()) : c.y(m.at());
        if (Double.isNaN(p)) {
            return;
        }
        c.paint(m.ink().colour());
        c.stroke(Pen.THIN_LINE);
        c.g.draw(m.vertical() ? new Line2D.Double(p, c.area.getMinY(), p, c.area.getMaxY())
                : new Line2D.Double(c.area.getMinX(), p, c.area.getMaxX(), p));
        if (!m.label().isEmpty()) {
            label(c, m, p);
        }
    }

    private static void label(Canvas c, Rule m, double p) {
        var font = Fonts.get().small;
        String text = Text.fit(font, m.label(), c.area.getWidth() / 2);
        double width = Text.width(font, text);
        double x;
        double baseline;
        if (m.vertical()) {
            x = p + 5 + width < c.area.getMaxX() ? p + 5 : p - 5 - width;
            baseline = c.area.getMinY() + 12;
        } else {
            x = c.area.getMaxX() - width - 5;
            baseline = p - 16 > c.area.getMinY() ? p - 5 : p + 14;
        }
        c.paint(Theme.GROUND.withAlpha(0.85));
        c.g.fill(new Rectangle2D.Double(x - 2, baseline - 11, width + 4, 14));
        c.paint(m.ink().colour());
        c.g.setFont(font);
        c.g.drawString(text, (float) x, (float) baseline);
    }
}
