package runbench.plotter.figure;

/** Tints the whole height of a panel where the intervals of a strip lie, in the colours of that strip. */
public record Spans(Strip strip) implements Mark {
    @Override
    public void accept(MarkVisitor visitor) {
        visitor.spans(this);
    }

    @Override
    public void extend(Extent x, Extent y) {
        strip.extend(x, y);
    }
}
