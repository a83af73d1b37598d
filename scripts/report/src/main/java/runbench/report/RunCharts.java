package runbench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import runbench.parser.metrics.Metric;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;
import runbench.parser.structure.Structure;
import runbench.parser.view.Curves;
import runbench.parser.window.PartSummary;
import runbench.plotter.figure.Figure;

/** Builds the chart of a recording with the texts of its summary. */
public final class RunCharts {
    /** Number of buckets, about one per pixel of the plot area. */
    public static final int BUCKETS = 1160;

    private RunCharts() {
    }

    /**
     * Draws a recording.
     *
     * @param x the recording's own axis, which is that of {@code curves}, or a reference clock's axis for curves over
     *     wall time
     */
    public static Figure figure(Periods periods, List<Metric> metrics, RunSummary summary, Curves curves, Abscissa x) {
        return figure(periods, metrics, summary, curves, x, LoggedBands.none());
    }

    /**
     * Draws a part of a recording.
     *
     * @param words description of the part
     * @param part statistics of the part
     */
    static Figure part(Periods periods, List<Metric> metrics, RunSummary summary, Curves curves, String words,
            PartSummary part) {
        ChartCaption whole = RunCaption.of(summary);
        List<String> notes = new ArrayList<>(whole.notes());
        notes.add(words + ". Means, peaks and samples refer to the part; losses and notes refer to the whole run.");
        ChartCaption caption = new ChartCaption(whole.title() + " (part)", words + " · " + whole.label(),
                whole.machine(), whole.kernel(), whole.source(), whole.periodAskedNanos(), whole.periodKeptNanos(),
                part.samples(), whole.lost(), 0, Double.NaN, notes);
        Figure figure = figure(periods, metrics, summary, curves, Abscissa.own(curves.axis()), LoggedBands.none(),
                caption, MetricIntervals.of(List.of()));
        return figure.x(figure.x().between(part.window().from(), part.window().to()));
    }

    /**
     * Draws a recording with logged regions.
     *
     * @param bands regions and states that the program logged, on the same axis
     */
    public static Figure figure(Periods periods, List<Metric> metrics, RunSummary summary, Curves curves, Abscissa x,
            LoggedBands bands) {
        return figure(periods, metrics, summary, curves, x, bands, RunCaption.of(summary),
                MetricIntervals.of(summary.metrics()));
    }

    private static Figure figure(Periods periods, List<Metric> metrics, RunSummary summary, Curves curves, Abscissa x,
            LoggedBands bands, ChartCaption caption, MetricIntervals bounds) {
        if (x instanceof ReferenceLane && curves.axis() != Axis.WALL_TIME) {
            throw new IllegalArgumentException("a reference's time along " + curves.axis());
        }
        ShownCurves shown = ShownCurves.of(periods, metrics, curves);
        List<Envelope> envelopes = new ArrayList<>(shown.events());
        List<Envelope> computed = shown.metrics();
        Optional<StackedParts> stack = summary.samples() == 0 ? Optional.empty() : StackedParts.of(computed);
        if (stack.isPresent()) {
            Set<String> ofParts = stack.get().events(metrics, periods);
            envelopes.removeIf(e -> ofParts.contains(e.event()));
            computed = stack.get().others(computed);
        }
        Structure along = summary.structure();
        Structure structure = along != null && along.axis() == curves.axis() ? along : null;
        Figure figure = RunChart.of(envelopes, computed, caption, x, bands,
                Stream.of(StructureStrip.panel(structure, x),
                        IntervalStrip.panel(summary.simpoints(), curves.axis(), x), stack.map(s -> s.panel(x, bounds)))
                        .flatMap(Optional::stream)
                        .toList(),
                bounds);
        stack.ifPresent(s -> figure.note(s.howToRead()));
        bounds.howToRead().ifPresent(figure::note);
        curves.schedule().ifPresent(schedule -> TaskPanels.addSchedule(figure, schedule, summary, curves.axis(), x));
        x.notes(summary.wallS()).forEach(figure::note);
        x.certainty(summary.wallS()).ifPresent(figure::add);
        return figure;
    }
}
