package runbench.measure.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricEnvelopes;
import runbench.parser.record.Recording;
import runbench.parser.series.Axis;
import runbench.parser.series.BucketGrid;
import runbench.parser.series.Envelope;
import runbench.parser.series.Envelopes;
import runbench.parser.series.PeriodCurve;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesReport.AxisExtent;
import runbench.parser.stats.RunSummary;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView.Curves;
import runbench.parser.view.RunView;
import runbench.plotter.figure.Figure;
import runbench.report.PeriodsChart;
import runbench.report.PeriodsChart.RateAtPeriods;
import runbench.report.RunCharts.ShownCurves;

/** The rates of one recording at several sampling periods: longer periods are sums of recorded ones. */
public final class PeriodStudy {
    private static final double NANOS = 1e9;
    private static final int[] STEPS_OF_LADDER = {1, 2, 5};
    /** Minimum number of periods in a run of the ladder; fewer means say little about peaks. */
    private static final int MIN_PERIODS = 4;
    private static final String BYTES = "B/s";

    private final Recording recording;
    private final RunSummary summary;
    private final List<RateAtPeriods> rates;
    private final List<String> notes = new ArrayList<>();

    /**
     * Reads a recording once for all periods.
     *
     * @param asked axis; null: the recording's own
     * @param periods requested periods, ns
     * @param names events and metrics; empty: those that the run's chart shows, without those of the environment
     * @param limit maximum of the machine for rates in bytes per second, if it is known
     * @throws RunbenchException (bad input) a period or a name does not fit the recording
     */
    public PeriodStudy(ProgressDisplay display, Recording recording, List<Metric> metrics, Axis asked,
            List<Long> periods, List<String> names, Optional<SustainedTraffic> limit) {
        this.recording = recording;
        RunView view = RunView.of(recording, metrics);
        Periods recorded = view.periods();
        Axis axis = asked == null ? Envelopes.defaultAxis(recorded) : asked;
        double length = length(recorded, axis);
        List<Long> drawn = drawn(recorded, periods, length);
        TreeMap<Long, Scale> scales = new TreeMap<>();
        Stream.concat(drawn.stream(), ladder(recorded.nominalNanos(), length).stream())
                .distinct()
                .forEach(nanos -> scales.put(nanos, new Scale(view, axis, nanos)));
        Requested<RunSummary> requested = view.summary();
        view.read(display.start("reading", " records"));
        display.close();
        summary = requested.get();
        rates = rates(recorded, metrics, axis, names, scales, drawn, limit);
    }

    /** The curves of all events and metrics at one period. */
    private record Scale(Requested<List<Envelope>> events, Requested<List<Envelope>> metrics) {
        Scale(RunView view, Axis axis, long nanos) {
            this(view, extent -> BucketGrid.ofWidth(view.periods(), axis, extent, nanos));
        }

        private Scale(RunView view, Function<AxisExtent, BucketGrid> rule) {
            this(view.gathered(Envelopes.collector(view.periods(), rule)),
                    view.gathered(MetricEnvelopes.collector(view.periods(), view.metrics(), rule)));
        }

        Optional<Envelope> of(String name) {
            return Stream.concat(events.get().stream(), metrics.get().stream())
                    .filter(e -> e.event().equals(name))
                    .findFirst();
        }
    }

    private double length(Periods recorded, Axis axis) {
        if (recording.metadata().countsInstructions()) {
            throw RunbenchException
                    .badInput(recording.path() + ": it counts instructions, so periods of time do not exist in it")
                    .remedy("name the recording of a native run");
        }
        return axis == Axis.WALL_TIME ? recorded.extent().wallNanos() : recorded.extent().runNanos();
    }

    private List<Long> drawn(Periods recorded, List<Long> periods, double length) {
        long nominal = recorded.nominalNanos();
        List<Long> drawn = new ArrayList<>();
        for (long nanos : periods.stream().sorted().distinct().toList()) {
            if (nanos < nominal) {
                throw RunbenchException
                        .badInput("--periods " + time(nanos) + ": the recording has a period of " + time(nominal))
                        .remedy("name that period or longer ones, or record with a shorter --period");
            }
            if (nanos > length) {
                notes.add(time(nanos) + " is longer than the run (" + time(length) + "): not drawn.");
            } else {
                drawn.add(Math.round((double) nanos / nominal) * nominal);
            }
        }
        if (drawn.isEmpty()) {
            throw RunbenchException.badInput("--periods: all are longer than the run, which took " + time(length))
                    .remedy("name shorter periods");
        }
        return drawn;
    }

    private static String time(double nanos) {
        return Numbers.si(nanos / NANOS, 3, "s");
    }

    private static List<Long> ladder(long nominal, double length) {
        List<Long> ladder = new ArrayList<>();
        for (long decade = nominal; decade <= length; decade *= 10) {
            for (int step : STEPS_OF_LADDER) {
                if (step * decade * MIN_PERIODS <= length) {
                    ladder.add(step * decade);
                }
            }
        }
        return ladder;
    }

    private List<RateAtPeriods> rates(Periods recorded, List<Metric> metrics, Axis axis, List<String> names,
            NavigableMap<Long, Scale> scales, List<Long> drawn, Optional<SustainedTraffic> limit) {
        Scale first = scales.get(drawn.get(0));
        ShownCurves shown = ShownCurves.of(recorded, metrics,
                new Curves(axis, first.events().get(), first.metrics().get(), Optional.empty()));
        List<String> all = Stream.concat(shown.metrics().stream(), shown.events().stream())
                .filter(Predicate.not(Envelope::environment))
                .map(Envelope::event)
                .toList();
        List<RateAtPeriods> found = new ArrayList<>();
        for (String name : names.isEmpty() ? all : names) {
            Envelope envelope = first.of(name)
                    .orElseThrow(() -> RunbenchException
                            .badInput("-e " + name + ": " + recording.path() + " has no such counted event or metric")
                            .remedy("it has " + String.join(", ", all)));
            Optional<SustainedTraffic> own = limit.filter(l -> envelope.rateUnit().startsWith(BYTES));
            Double most = own.map(SustainedTraffic::rate).orElse(null);
            found.add(new RateAtPeriods(name, envelope.rateUnit(), envelope.figures().mean(), most,
                    own.map(SustainedTraffic::from).orElse(null),
                    drawn.stream().map(scales::get).map(s -> PeriodCurve.of(s.of(name).orElseThrow(), most)).toList(),
                    scales.values().stream().map(s -> PeriodCurve.of(s.of(name).orElseThrow(), most)).toList()));
            own.ifPresent(l -> notes.add(name + ": limit " + Units.si(l.rate()) + BYTES + ", " + l.from() + "."));
        }
        return found;
    }

    public List<RateAtPeriods> rates() {
        return rates;
    }

    /** Returns remarks: periods that are not drawn, and the source of a limit. */
    public List<String> notes() {
        return notes;
    }

    /** @param buckets maximum number of steps of a curve */
    public Figure figure(int buckets) {
        return PeriodsChart.figure(summary, rates, buckets, notes);
    }
}
