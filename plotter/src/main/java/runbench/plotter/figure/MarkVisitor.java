package runbench.plotter.figure;

/** What a renderer does with each kind of mark: a renderer that forgets one does not compile. */
public interface MarkVisitor {
    void line(LineMark line);

    void band(Band band);

    void buckets(Buckets buckets);

    void points(Points points);

    void histogram(Histogram histogram);

    void intervals(Intervals intervals);

    void bars(Bars bars);

    void strip(Strip strip);

    void spans(Spans spans);

    void heat(Heat heat);

    void rule(Rule rule);

    void text(TextMark text);
}
