package runbench.plotter.render.awt;

import runbench.plotter.figure.Band;
import runbench.plotter.figure.Bars;
import runbench.plotter.figure.Buckets;
import runbench.plotter.figure.Heat;
import runbench.plotter.figure.Histogram;
import runbench.plotter.figure.Intervals;
import runbench.plotter.figure.LineMark;
import runbench.plotter.figure.MarkVisitor;
import runbench.plotter.figure.Points;
import runbench.plotter.figure.Rule;
import runbench.plotter.figure.Spans;
import runbench.plotter.figure.Strip;
import runbench.plotter.figure.TextMark;

/** Draws any mark on a canvas. */
record MarkPainter(Canvas canvas) implements MarkVisitor {
    @Override
    public void line(LineMark line) {
        LinePainter.paint(canvas, line);
    }

    @Override
    public void band(Band band) {
        BandPainter.paint(canvas, band);
    }

    @Override
    public void buckets(Buckets buckets) {
        new BucketsPainter(canvas, buckets).paint();
    }

    @Override
    public void points(Points points) {
        PointsPainter.paint(canvas, points);
    }

    @Override
    public void histogram(Histogram histogram) {
        HistogramPainter.paint(canvas, histogram);
    }

    @Override
    public void intervals(Intervals intervals) {
        IntervalsPainter.paint(canvas, intervals);
    }

    @Override
    public void bars(Bars bars) {
        BarsPainter.paint(canvas, bars);
    }

    @Override
    public void strip(Strip strip) {
        new StripPainter(strip).paint(canvas);
    }

    @Override
    public void spans(Spans spans) {
        SpansPainter.paint(canvas, spans);
    }

    @Override
    public void heat(Heat heat) {
        new HeatPainter(heat).paint(canvas);
    }

    @Override
    public void rule(Rule rule) {
        RulePainter.paint(canvas, rule);
    }

    @Override
    public void text(TextMark text) {
        TextMarkPainter.paint(canvas, text);
    }
}
