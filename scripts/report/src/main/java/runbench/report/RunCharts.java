package runbench.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.base.quantity.Numbers;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricEnvelopes;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.series.Periods;
import runbench.parser.simpoint.EventEstimate;
import runbench.parser.simpoint.PlacedIntervals;
import runbench.parser.stats.RunSummary;
import runbench.parser.structure.Structure;
import runbench.parser.view.RunView.Curves;
import runbench.parser.window.PartCollector.PartSummary;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Ink;
import runbench.report.RunChart.ChartCaption;
import runbench.report.RunChart.MetricIntervals;

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
                UncountedBands.of(periods, curves.axis()).orElse(null),
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

    /**
     * The curves of a run that get a panel, without curves that repeat another one.
     *
     * @param events curves of events
     * @param metrics curves of metrics
     */
    public record ShownCurves(List<Envelope> events, List<Envelope> metrics) {
        public static ShownCurves of(Periods periods, List<Metric> metrics, Curves curves) {
            Set<String> hidden = withoutPanel(periods, curves.axis());
            hidden.addAll(MetricEnvelopes.shownAsRates(periods, metrics));
            boolean any = !curves.metrics().isEmpty() || hidden.size() < curves.events().size();
            return new ShownCurves(curves.events().stream().filter(e -> !any || !hidden.contains(e.event())).toList(),
                    curves.metrics());
        }

        /** Returns the events without a panel: parts of a drawn sum, and events that the axis itself counts. */
        private static Set<String> withoutPanel(Periods periods, Axis axis) {
            Set<String> names = new HashSet<>();
            for (JsonNode sum : periods.recording().metadata().run().path("sums")) {
                sum.path("of").forEach(part -> names.add(part.asText()));
            }
            if (axis == Axis.INSTRUCTIONS) {
                periods.events()
                        .stream()
                        .filter(e -> e.unit().equals("instructions"))
                        .forEach(e -> names.add(e.name()));
            }
            return names;
        }
    }

    /** The phases of a run on its axis: one row above the panels. */
    public static final class StructureStrip {
        private static final double HEIGHT = 30;

        private StructureStrip() {
        }

        /** Returns the panel; empty if the run has fewer than two phases. */
        static Optional<Panel> panel(Structure structure, Abscissa x) {
            return strip(structure, x).map(strip -> Panel.of("Phases", Scale.names("", List.of("phase")))
                    .detail("stretches with similar rates have the same letter")
                    .strip(strip)
                    .height(HEIGHT));
        }

        /** Returns the strip without its panel; empty if the run has fewer than two phases. */
        public static Optional<Strip> strip(Structure structure, Abscissa x) {
            if (structure == null || structure.phases().size() < 2) {
                return Optional.empty();
            }
            List<Structure.Stay> stays = structure.stays();
            List<String> names = structure.phases().stream().map(Structure.RecurringPhase::name).toList();
            return Optional.of(Strip.row(stays.stream().mapToDouble(s -> x.at(s.from())).toArray(),
                    stays.stream().mapToDouble(s -> x.at(s.to())).toArray(),
                    stays.stream().mapToInt(s -> names.indexOf(s.phase())).toArray(), names));
        }
    }

    /**
     * The intervals of an emulated run, coloured by the code that they execute, and the representative of each colour:
     * two rows above the panels.
     */
    static final class IntervalStrip {
        private static final double HEIGHT = 40;
        private static final int CHOSEN_ROW = 1;

        private IntervalStrip() {
        }

        /**
         * Returns the strip of the task with most instructions.
         *
         * @param chartAxis axis of the chart
         * @return empty if the run has no vectors or all its intervals execute the same code
         */
        static Optional<Panel> panel(PlacedIntervals intervals, Axis chartAxis, Abscissa x) {
            if (intervals == null || chartAxis != Axis.INSTRUCTIONS || intervals.tasks().isEmpty()
                    || intervals.tasks().get(0).clusters().size() < 2) {
                return Optional.empty();
            }
            PlacedIntervals.OfTask t = intervals.tasks().get(0);
            double[] middle = t.representatives().stream().mapToDouble(p -> x.at((p.from() + p.to()) / 2)).toArray();
            String scope = intervals.taskCount() > 1 ? "of task " + t.task() + ", emulated: " : "emulated: ";
            Panel panel = Panel.of("Intervals", Scale.names("", List.of("same code", "representative")))
                    .detail(scope + "each of " + Numbers.si(t.length(), 3, "") + Numbers.THIN_SPACE
                            + "instructions; a dot marks the representative of its colour")
                    .strip(strip(t, x))
                    .points("", middle, IntStream.range(0, middle.length).mapToDouble(i -> CHOSEN_ROW).toArray(),
                            Ink.BLACK)
                    .height(HEIGHT);
            t.estimates().stream().findFirst().ifPresent(e -> panel.remark(precision(t, e)));
            return Optional.of(panel);
        }

        private static Strip strip(PlacedIntervals.OfTask t, Abscissa x) {
            PlacedIntervals.Course course = t.course();
            double[] edges = course.edges().stream().mapToDouble(x::at).toArray();
            int n = course.clusters().size();
            return Strip.row(Arrays.copyOf(edges, n), Arrays.copyOfRange(edges, 1, n + 1),
                    course.clusters().stream().mapToInt(c -> c).toArray(),
                    IntStream.range(0, t.clusters().size()).mapToObj(String::valueOf).toList());
        }

        private static String precision(PlacedIntervals.OfTask t, EventEstimate e) {
            return Numbers.percent(t.measuredShare()) + " of them give " + e.event() + " within ± "
                    + Numbers.percent(e.halfWidth());
        }
    }
}
