package runbench.plotter.figure;

import runbench.plotter.theme.Ink;

/** A few words at a place among the data. @param before they end there instead of beginning there */
public record TextMark(double x, double y, String words, boolean before, Ink ink) implements Mark {
    @Override
    public void accept(MarkVisitor visitor) {
        visitor.text(this);
    }

    @Override
    public void extend(Extent ex, Extent ey) {
        ex.add(x);
        ey.add(y);
    }
}
