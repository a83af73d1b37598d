package runbench.plotter.figure;

import java.util.List;
import runbench.plotter.theme.Ink;
import runbench.plotter.theme.Pen;

/** A line through points; NaN breaks it. */
public record LineMark(String name, double[] x, double[] y, Ink ink, Pen pen, boolean step) implements Mark {
    public LineMark {
        if (x.length != y.length) {
            throw new IllegalArgumentException("line " + name + ": " + x.length + " x, " + y.length + " y");
        }
    }

    @Override
    public void accept(MarkVisitor visitor) {
        visitor.line(this);
    }

    @Override
    public void extend(Extent ex, Extent ey) {
        ex.addAll(x);
        ey.addAll(y);
    }

    @Override
    public List<Entry> legend() {
        Swatch swatch = pen.dashed() ? Swatch.DASH : Swatch.LINE;
        return name.isEmpty() ? List.of() : List.of(new Entry(name, ink.colour(), swatch));
    }
}
