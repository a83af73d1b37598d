package runbench.plotter.figure;

import java.util.List;
import runbench.plotter.theme.Ink;

/** Bars between edges that stand on 0 (or on the foot of a logarithmic axis). */
public record Histogram(String name, double[] edges, double[] heights, Ink ink) implements Mark {
    public Histogram {
        if (edges.length != heights.length + 1) {
            throw new IllegalArgumentException(
                    "histogram " + name + ": " + edges.length + " edges for " + heights.length + " bars");
        }
    }

    @Override
    public void accept(MarkVisitor visitor) {
        visitor.histogram(this);
    }

    @Override
    public void extend(Extent x, Extent y) {
        x.addAll(edges);
        y.addAll(heights).add(0);
    }

    @Override
    public List<Entry> legend() {
        return name.isEmpty() ? List.of() : List.of(new Entry(name, ink.colour(), Swatch.BOX));
    }
}
