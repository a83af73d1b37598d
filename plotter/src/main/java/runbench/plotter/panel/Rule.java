package runbench.plotter.panel;

import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import runbench.plotter.theme.Fonts;
import runbench.plotter.theme.Ink;
import runbench.plotter.theme.Theme;

/** A straight line across the panel at one value, with a few words beside it. */
record Rule(boolean vertical, double at, String label, Ink ink) implements Mark {
    @Override
    public void paint(Canvas c) {
        double p = vertical ? c.x(at) : c.y(at);
        if (Double.isNaN(p)) {
            return;
        }
        c.g.setPaint(ink.colour());
        c.g.setStroke(Theme.THIN_LINE);
        c.g.draw(vertical
                ? new Line2D.Double(p, c.area.getMinY(), p, c.area.getMaxY())
                : new Line2D.Double(c.area.getMinX(), p, c.area.getMaxX(), p));
        if (label.isEmpty()) {
            return;
        }
        var font = Fonts.get().small;
        String text = Text.fit(font, label, c.area.getWidth() / 2);
        double width = Text.width(font, text);
        double x;
        double baseline;
        if (vertical) {
            x = p + 5 + width < c.area.getMaxX() ? p + 5 : p - 5 - width;
            baseline = c.area.getMinY() + 12;
        } else {
            x = c.area.getMaxX() - width - 5;
            baseline = p - 16 > c.area.getMinY() ? p - 5 : p + 14;
        }
        c.g.setPaint(Theme.alpha(Theme.GROUND, 0.85));
        c.g.fill(new Rectangle2D.Double(x - 2, baseline - 11, width + 4, 14));
        c.g.setPaint(ink.colour());
        c.g.setFont(font);
        c.g.drawString(text, (float) x, (float) baseline);
    }

    @Override
    public void extend(Extent x, Extent y) {
        (vertical ? x : y).add(at);
    }
}
