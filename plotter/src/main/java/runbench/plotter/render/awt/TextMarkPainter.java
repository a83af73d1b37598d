package runbench.plotter.render.awt;

import java.awt.geom.Rectangle2D;
import runbench.plotter.figure.TextMark;
import runbench.plotter.theme.Theme;

/** Draws a {@link TextMark}: above its place, on a ground of its own. */
final class TextMarkPainter {
    private static final int BESIDE = 7;
    private static final int ABOVE = 5;

    private TextMarkPainter() {
    }

    static void paint(Canvas c, TextMark m) {
        double x = c.x(m.x());
        double y = c.y(m.y());
        if (Double.isNaN(x) || Double.isNaN(y)) {
            return;
        }
        var font = Fonts.get().small;
        String words = Text.fit(font, m.words(), c.area.getWidth() / 2);
        double width = Text.width(font, words);
        // What would leave the panel at the right stands left of its place.
        boolean before = m.before() || x + BESIDE + width > c.area.getMaxX();
        double left = before ? x - BESIDE - width : x + BESIDE;
        double baseline = Math.max(y - ABOVE, c.area.getMinY() + 12);
        c.paint(Theme.GROUND.withAlpha(0.8));
        c.g.fill(new Rectangle2D.Double(left - 2, baseline - 10, width + 4, 12));
        c.paint(m.ink().colour());
        c.g.setFont(font);
        c.g.drawString(words, (float) left, (float) baseline);
    }
}
