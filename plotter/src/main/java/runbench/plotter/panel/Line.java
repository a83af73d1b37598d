package runbench.plotter.panel;

import java.awt.BasicStroke;
import java.util.List;
import runbench.plotter.theme.Ink;
import runbench.plotter.theme.Theme;

/** A line through points; NaN breaks it. */
record Line(String name, double[] x, double[] y, Ink ink, BasicStroke stroke, boolean step) implements Mark {
    Line {
        if (x.length != y.length) {
            throw new IllegalArgumentException("line " + name + ": " + x.length + " x, " + y.length + " y");
        }
    }

    @Override
    public void paint(Canvas c) {
        Polyline line = new Polyline();
        double before = Double.NaN;
        for (int i = 0; i < x.length; i++) {
            double px = c.x(x[i]);
            double py = c.y(y[i]);
            if (step && !Double.isNaN(before) && !Double.isNaN(py)) {
                line.add(px, before);
            }
            line.add(px, py);
            before = py;
        }
        c.g.setPaint(ink.colour());
        c.g.setStroke(stroke);
        c.g.draw(line.path());
    }

    @Override
    public void extend(Extent ex, Extent ey) {
        ex.addAll(x);
        ey.addAll(y);
    }

    @Override
    public List<Entry> legend() {
        Swatch swatch = stroke.getDashArray() == null ? Swatch.LINE : Swatch.DASH;
        return name.isEmpty() ? List.of() : List.of(new Entry(name, ink.colour(), swatch));
    }

    static BasicStroke strokeFor(Ink ink) {
        return switch (ink) {
            case ORANGE -> Theme.DASHED;
            case GREY -> Theme.THIN_LINE;
            default -> Theme.LINE;
        };
    }
}
