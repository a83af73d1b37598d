package runbench.plotter.render.awt;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.EnumMap;
import java.util.Map;
import runbench.plotter.theme.Colour;
import runbench.plotter.theme.Pen;

/** Converts the theme's colours and pens to AWT. */
final class AwtStyle {
    private static final Map<Pen, BasicStroke> STROKES = new EnumMap<>(Pen.class);

    static {
        for (Pen pen : Pen.values()) {
            STROKES.put(pen, switch (pen.ends()) {
                case ROUND -> new BasicStroke(pen.width(), BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
                case SQUARE -> new BasicStroke(pen.width());
                case CUT ->
                    new BasicStroke(pen.width(), BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, pen.dashes(), 0f);
            });
        }
    }

    private AwtStyle() {
    }

    static Color colour(Colour colour) {
        return new Color(colour.argb(), true);
    }

    static BasicStroke stroke(Pen pen) {
        return STROKES.get(pen);
    }
}
