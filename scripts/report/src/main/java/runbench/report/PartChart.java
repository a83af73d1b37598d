package runbench.report;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.base.quantity.Units;
import runbench.parser.metrics.Metric;
import runbench.parser.series.Envelope;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;
import runbench.parser.view.RunView.Curves;
import runbench.parser.window.PartCollector.PartSummary;
import runbench.parser.window.TimeWindow;
import runbench.plotter.figure.Figure;

/** The chart of a part of a run. Its axis spans the part; means and peaks are those of the part. */
public final class PartChart {
    private PartChart() {
    }

    /**
     * Draws the chart.
     *
     * @param curves curves of the whole run, with sufficient resolution for the part
     */
    public static Figure figure(Periods periods, List<Metric> metrics, RunSummary summary, PartSummary part,
            Curves curves) {
        Map<String, Envelope.Figures> figures = new HashMap<>();
        part.events()
                .forEach(e -> figures.put(e.name(),
                        new Envelope.Figures(number(e.meanRate()), number(e.peakRate()), Double.NaN)));
        part.metrics().forEach(m -> figures.put(m.name(), new Envelope.Figures(m.value(), Double.NaN, Double.NaN)));
        Curves cut = new Curves(curves.axis(),
                curves.events().stream().map(e -> cut(e, part.window(), figures.get(e.event()))).toList(),
                curves.metrics().stream().map(e -> cut(e, part.window(), figures.get(e.event()))).toList(),
                Optional.empty());
        return RunCharts.part(periods, metrics, summary, cut, words(part), part);
    }

    /** Returns the words that identify the part in every place that could be read as the whole run. */
    static String words(PartSummary part) {
        return "PART of the run: " + part.window().words(part.axis()) + ", " + Units.percent(part.share()) + " of its "
                + part.axis().label();
    }

    private static double number(Double value) {
        return value == null ? Double.NaN : value;
    }

    private static Envelope cut(Envelope e, TimeWindow window, Envelope.Figures own) {
        int first = (int) Math.max(0, Math.floor((window.from() - e.origin()) / e.bucketWidth()));
        int end = (int) Math.min(e.buckets(),
                Math.max(first + 1, Math.ceil((window.to() - e.origin()) / e.bucketWidth())));
        double[] mean = Arrays.copyOfRange(e.mean(), first, end);
        double[] min = Arrays.copyOfRange(e.min(), first, end);
        double[] max = Arrays.copyOfRange(e.max(), first, end);
        for (int i = 0; i < mean.length; i++) {
            double from = e.origin() + (first + i) * e.bucketWidth();
            if (window.overlap(from, from + e.bucketWidth()) < e.bucketWidth() / 2 && window.phase() != null) {
                mean[i] = Double.NaN;
                min[i] = Double.NaN;
                max[i] = Double.NaN;
            }
        }
        double top = Arrays.stream(max).filter(Double::isFinite).max().orElse(Double.NaN);
        Envelope.Figures figures = own == null ? new Envelope.Figures(Double.NaN, Double.NaN, top)
                : new Envelope.Figures(own.mean(), own.peak(), top);
        return new Envelope(e.event(), e.countedAs(), e.rateUnit(), e.axis(), e.origin() + first * e.bucketWidth(),
                e.bucketWidth(), Math.min(e.end(), e.origin() + end * e.bucketWidth()), mean, min, max, figures,
                e.shareMeasured(), e.environment());
    }
}
