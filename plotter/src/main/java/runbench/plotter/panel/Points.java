package runbench.plotter.panel;

import java.awt.geom.Ellipse2D;
import java.util.BitSet;
import java.util.List;
import runbench.plotter.theme.Ink;
import runbench.plotter.theme.Theme;

/** Points; where very many fall on the same half pixel one is drawn. */
record Points(String name, double[] x, double[] y, Ink ink) implements Mark {
    private static final int MANY = 2000;

    Points {
        if (x.length != y.length) {
            throw new IllegalArgumentException("points " + name + ": " + x.length + " x, " + y.length + " y");
        }
    }

    @Override
    public void paint(Canvas c) {
        double r = x.length > MANY ? 1.3 : x.length > 200 ? 2 : 3;
        c.g.setPaint(Theme.alpha(ink.colour(), x.length > MANY ? 0.55 : 0.8));
        int columns = (int) (c.area.getWidth() * 2) + 1;
        int rows = (int) (c.area.getHeight() * 2) + 1;
        BitSet taken = new BitSet();
        Ellipse2D.Double dot = new Ellipse2D.Double();
        for (int i = 0; i < x.length; i++) {
            double px = c.x(x[i]);
            double py = c.y(y[i]);
            int column = (int) ((px - c.area.getX()) * 2);
            int row = (int) ((py - c.area.getY()) * 2);
            if (Double.isNaN(px) || Double.isNaN(py) || column < 0 || column >= columns || row < 0 || row >= rows) {
                continue;
            }
            int cell = row * columns + column;
            if (x.length > MANY && taken.get(cell)) {
                continue;
            }
            taken.set(cell);
            dot.setFrame(px - r, py - r, 2 * r, 2 * r);
            c.g.fill(dot);
        }
    }

    @Override
    public void extend(Extent ex, Extent ey) {
        ex.addAll(x);
        ey.addAll(y);
    }

    @Override
    public double sideways() {
        return 0.015;
    }

    @Override
    public List<Entry> legend() {
        return name.isEmpty() ? List.of() : List.of(new Entry(name, ink.colour(), Swatch.DOT));
    }
}
