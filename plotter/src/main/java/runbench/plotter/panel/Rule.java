package runbench.plotter.panel;

import java.awt.geom.Line2D;
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
        c.g.setFont(font);
        if (vertical) {
            boolean right = p + 4 + width < c.area.getMaxX();
            c.g.drawString(text, (float) (right ? p + 4 : p - 4 - width), (float) c.area.getMinY() + 12);
        } else {
            boolean above = p - 16 > c.area.getMinY();
            c.g.drawString(text, (float) (c.area.getMaxX() - width - 4), (float) (above ? p - 4 : p + 13));
        }
    }

    @Override
    public void extend(Extent x, Extent y) {
        (vertical ? x : y).add(at);
    }
}
