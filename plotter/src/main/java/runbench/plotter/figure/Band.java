package runbench.plotter.figure;

import java.util.List;
import runbench.plotter.theme.Ink;

/** The area between two lines; NaN in either interrupts it. */
public record Band(String name, double[] x, double[] low, double[] high, Ink ink, double alpha) implements Mark {
    public Band {
        if (x.length != low.length || x.length != high.length) {
            throw new IllegalArgumentException(
                    "band " + name + ": " + x.length + " x, " + low.length + " low, " + high.length + " high");
        }
    }

    @Override
    public void accept(MarkVisitor visitor) {
        visitor.band(this);
    }

    @Override
    public void extend(Extent ex, Extent ey) {
        ex.addAll(x);
        ey.addAll(low).addAll(high);
    }

    @Override
    public List<Entry> legend() {
        return name.isEmpty() ? List.of()
                : List.of(new Entry(name, ink.colour().withAlpha(Math.min(1, alpha * 1.6)), Swatch.BOX));
    }
}
