package runbench.plotter.figure;

import java.util.List;
import runbench.plotter.theme.Ink;

/** A point with an interval around it: error bars, or rows of a forest plot when {@code horizontal}. */
public record Intervals(String name, double[] at, double[] value, double[] low, double[] high, Ink ink,
        boolean horizontal) implements Mark {
    public Intervals {
        if (at.length != value.length || at.length != low.length || at.length != high.length) {
            throw new IllegalArgumentException("intervals " + name + ": arrays of different length");
        }
    }

    @Override
    public void accept(MarkVisitor visitor) {
        visitor.intervals(this);
    }

    @Override
    public void extend(Extent x, Extent y) {
        (horizontal ? y : x).addAll(at);
        (horizontal ? x : y).addAll(value).addAll(low).addAll(high);
    }

    @Override
    public double sideways() {
        return horizontal ? 0.06 : 0.03;
    }

    @Override
    public List<Entry> legend() {
        return name.isEmpty() ? List.of() : List.of(new Entry(name, ink.colour(), Swatch.DOT));
    }
}
