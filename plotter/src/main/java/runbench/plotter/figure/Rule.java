package runbench.plotter.figure;

import runbench.plotter.theme.Ink;

/** A straight line across the panel at one value, with a few words beside it. */
public record Rule(boolean vertical, double at, String label, Ink ink) implements Mark {
    @Override
    public void accept(MarkVisitor visitor) {
        visitor.rule(this);
    }

    @Override
    public void extend(Extent x, Extent y) {
        (vertical ? x : y).add(at);
    }
}
