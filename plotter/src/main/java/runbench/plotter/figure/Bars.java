package runbench.plotter.figure;

import java.util.ArrayList;
import java.util.List;
import runbench.plotter.theme.Ink;

/** Grouped bars on the positions 0, 1, ... of a horizontal axis of names. */
public record Bars(List<String> names, double[][] values) implements Mark {
    public Bars {
        if (names.size() != values.length) {
            throw new IllegalArgumentException("bars: " + names.size() + " names for " + values.length + " series");
        }
    }

    @Override
    public void accept(MarkVisitor visitor) {
        visitor.bars(this);
    }

    @Override
    public void extend(Extent x, Extent y) {
        for (double[] series : values) {
            y.addAll(series);
        }
        y.add(0);
    }

    @Override
    public List<Entry> legend() {
        List<Entry> out = new ArrayList<>();
        for (int s = 0; s < values.length; s++) {
            if (!names.get(s).isEmpty()) {
                out.add(new Entry(names.get(s), Ink.series(s).colour(), Swatch.BOX));
            }
        }
        return out;
    }
}
