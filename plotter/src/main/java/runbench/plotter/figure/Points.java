package runbench.plotter.figure;

import java.util.List;
import runbench.plotter.theme.Ink;

/** Points; where very many fall on the same half pixel one is drawn. */
public record Points(String name, double[] x, double[] y, Ink ink) implements Mark {
    public Points {
        if (x.length != y.length) {
            throw new IllegalArgumentException("points " + name + ": " + x.length + " x, " + y.length + " y");
        }
    }

    @Override
    public void accept(MarkVisitor visitor) {
        visitor.points(this);
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
