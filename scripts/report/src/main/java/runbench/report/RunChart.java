package runbench.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import runbench.base.quantity.Numbers;
import runbench.base.stats.Interval;
import runbench.parser.metrics.MetricSummary;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.plotter.figure.Buckets;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.report.Abscissa.OwnAbscissa;

/** The chart of one run: one panel per event on one axis, rates per second, with every reservation in the image. */
final class RunChart {
    private static final String DOT = " · ";

    private RunChart() {
    }

    /**
     * Draws events.
     *
     * @param envelopes counted events, one panel each, in this order; events that were not counted appear in the notes
     *     of {@code caption}
     */
    static Figure of(List<Envelope> envelopes, ChartCaption caption) {
        return of(envelopes, List.of(), caption);
    }

    /**
     * Draws events and metrics.
     *
     * @param metrics metrics computed from the counts, one panel each above the events; {@code rateUnit} is the
     *     metric's unit
     */
    static Figure of(List<Envelope> events, List<Envelope> metrics, ChartCaption caption) {
        return of(events, metrics, caption, Abscissa.own(axis(events, metrics)), LoggedBands.none(), null, List.of(),
                MetricIntervals.NONE);
    }

    private static Axis axis(List<Envelope> events, List<Envelope> metrics) {
        return Stream.concat(metrics.stream(), events.stream()).findFirst().map(Envelope::axis).orElse(Axis.RUN_TIME);
    }

    /**
     * Draws a complete chart.
     *
     * @param x axis of the chart
     * @param uncounted time in which the counters were disabled; null for none
     * @param top panels above those of the envelopes
     * @param bounds intervals of the metrics of the whole run
     */
    static Figure of(List<Envelope> events, List<Envelope> metrics, ChartCaption caption, Abscissa x, LoggedBands bands,
            UncountedBands uncounted, List<Panel> top, MetricIntervals bounds) {
        List<Envelope> envelopes = Stream.concat(metrics.stream(), events.stream()).toList();
        Axis axis = axis(events, metrics);
        Figure figure = Figure.titled(caption.title())
                .label(caption.label())
                .provenance(provenance(caption, axis))
                .x(caption.samples() > 0 || envelopes.isEmpty() ? x.scale()
                        : withoutSamples(x, axis, envelopes.get(0).end()));
        for (Envelope e : envelopes) {
            if (e.axis() != axis) {
                throw new IllegalArgumentException(e.event() + " is on the axis " + e.axis() + ", others on " + axis);
            }
        }
        int coarse = coarse(envelopes);
        if (uncounted != null) {
            uncounted.addStrip(figure, x);
        }
        bands.panel().ifPresent(figure::add);
        top.forEach(figure::add);
        RatePanels panels = new RatePanels(caption, coarse, x, bands.behind().orElse(null), uncounted, bounds);
        panels.metrics(metrics).forEach(figure::add);
        panels.events(events).forEach(figure::add);
        caption.notes().forEach(figure::note);
        if (envelopes.isEmpty() && top.isEmpty()) {
            figure.note("No event was counted, so there is no curve.");
        } else if (caption.samples() > 0 && !envelopes.isEmpty()) {
            figure.note(howToRead(envelopes.get(0), coarse, axis));
        }
        if (!metrics.isEmpty() && caption.samples() > 0) {
            figure.note("Metrics (" + String.join(", ", metrics.stream().map(Envelope::event).toList())
                    + "): line: formula applied to the sums of a bucket; band: minimum to maximum of its sampling "
                    + "periods.");
        }
        return figure;
    }

    /** Returns the axis of a run without samples. Such a run is often very short, so the axis uses SI prefixes. */
    private static Scale withoutSamples(Abscissa x, Axis axis, double end) {
        Scale scale = axis == Axis.INSTRUCTIONS || !(x instanceof OwnAbscissa) ? x.scale()
                : Scale.linear(axis.label()).si(axis.unit());
        return scale.between(x.at(0), x.at(end));
    }

    /**
     * Returns the number of buckets per point of the bold line, equal for all panels. The bold line exists if at least
     * half of the panels would otherwise be solid blocks.
     */
    private static int coarse(List<Envelope> envelopes) {
        int[] wanted = envelopes.stream().mapToInt(e -> Buckets.coarse(e.mean(), e.max())).sorted().toArray();
        return wanted.length == 0 || wanted[wanted.length / 2] == 1 ? 1 : wanted[wanted.length - 1];
    }

    private static String provenance(ChartCaption c, Axis axis) {
        List<String> parts = new ArrayList<>();
        add(parts, c.source());
        add(parts, c.machine());
        add(parts, c.kernel());
        String kept = Double.isNaN(c.periodKeptNanos()) ? "" : ", measured " + formatWidth(c.periodKeptNanos(), axis);
        parts.add("requested period " + formatWidth(c.periodAskedNanos(), axis) + kept);
        parts.add(Numbers.count(c.samples()) + (c.samples() == 1 ? " sample" : " samples"));
        parts.add(c.lost() < 0 ? "loss unknown" : Numbers.count(c.lost()) + " lost");
        if (c.gaps() > 0) {
            parts.add(Numbers.count(c.gaps()) + (c.gaps() == 1 ? " gap" : " gaps") + " in wall time");
        }
        if (!Double.isNaN(c.irregularShare())) {
            parts.add(Numbers.percent(c.irregularShare()) + " of periods irregular (> 1.5 × nominal)");
        }
        return String.join(DOT, parts);
    }

    private static void add(List<String> parts, String words) {
        if (!words.isBlank()) {
            parts.add(words);
        }
    }

    private static String howToRead(Envelope e, int coarse, Axis axis) {
        String bucket = formatWidth(e.bucketWidth() * axis.recorded(), axis);
        String lines = coarse == 1 ? "Line: mean rate per bucket of " + bucket + ". "
                : "Bold line: mean rate over " + formatWidth(coarse * e.bucketWidth() * axis.recorded(), axis)
                        + "; faint line: per bucket of " + bucket + ". ";
        return lines + "Band: range of sample rates in each bucket. Blank: no sample"
                + (axis == Axis.WALL_TIME ? ", or no task of the program ran." : ".");
    }

    /**
     * Formats a width.
     *
     * @param width width in nanoseconds or instructions
     */
    private static String formatWidth(double width, Axis axis) {
        return axis == Axis.INSTRUCTIONS ? Numbers.si(width, 3, "") + Numbers.THIN_SPACE + "instructions"
                : Numbers.nanos(width);
    }

    /**
     * The caption of a run chart, inside the image.
     *
     * @param title the benchmark, for example "403.gcc"
     * @param label description of the program that actually ran: "open:403.gcc (cc1 12.2.0, ...) - NOT SPEC"
     * @param machine processor or model of the machine, optionally with its name
     * @param kernel kernel release
     * @param source source of the counts: "PMU (Skylake)", "software events (kernel)", "emulated (...)"
     * @param periodAskedNanos requested sampling period in ns; instructions if these are the axis
     * @param periodKeptNanos median of the measured periods; NaN if unknown
     * @param samples number of samples
     * @param lost number of lost samples; negative if unknown
     * @param gaps number of periods without a sample that are longer than 1.5 nominal periods of wall time; negative if
     *     unknown
     * @param irregularShare share of periods longer than 1.5 times the nominal one, 0..1; NaN if unknown
     * @param notes lines for the foot: events that were not counted with the reason, damage of the recording
     */
    record ChartCaption(String title, String label, String machine, String kernel, String source,
            double periodAskedNanos, double periodKeptNanos, long samples, long lost, long gaps, double irregularShare,
            List<String> notes) {
        ChartCaption {
            Objects.requireNonNull(title);
            Objects.requireNonNull(label);
            Objects.requireNonNull(machine);
            Objects.requireNonNull(kernel);
            Objects.requireNonNull(source);
            notes = List.copyOf(notes);
        }
    }

    /** The intervals of a whole run's metrics, for its chart. */
    static final class MetricIntervals {
        static final MetricIntervals NONE = new MetricIntervals(Map.of());
        /** Minimum width relative to the highest drawn value; narrower intervals would appear as lines. */
        private static final double MIN_VISIBLE_SHARE = 0.02;

        private final Map<String, Interval> of;

        private MetricIntervals(Map<String, Interval> of) {
            this.of = of;
        }

        static MetricIntervals of(List<MetricSummary> metrics) {
            Map<String, Interval> known = new HashMap<>();
            metrics.stream().filter(m -> m.value() != null).forEach(m -> known.put(m.name(), m.interval()));
            return new MetricIntervals(known);
        }

        /** Returns the bounds for the panel's mean; empty for an event's panel. */
        String words(Envelope e, DoubleFunction<String> number) {
            return of.containsKey(e.event()) ? Bounded.bounds(of.get(e.event()), number) : "";
        }

        /** Returns the interval if it is wide enough to be visible. */
        Optional<Interval> wide(Envelope e) {
            return Optional.ofNullable(of.get(e.event()))
                    .filter(i -> i.high() - i.low() > MIN_VISIBLE_SHARE * e.figures().top());
        }

        Optional<String> howToRead() {
            return of.isEmpty() ? Optional.empty()
                    : Optional.of(
                            "Brackets contain the run's value: exactly if every event was counted all the time, with "
                                    + "95 % confidence "
                                    + "if events were multiplexed; no brackets if the bounds are equal in the digits "
                                    + "shown.");
        }
    }
}
