package runbench.plotter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.plotter.panel.Figure;
import runbench.plotter.panel.Panel;
import runbench.plotter.panel.Scale;
import runbench.plotter.theme.Ink;
import runbench.plotter.theme.Numbers;

/** The chart of one run: one panel per event on one axis, rates per second, every reservation printed in the image. */
public final class RunChart {
    private static final String DOT = " · ";
    /** Starting and stopping the counters costs an event some time on every machine; multiplexing costs far more. */
    private static final double FULLY_MEASURED = 0.99;
    /** Times the highest mean of a bucket. */
    private static final double ROOM_FOR_PEAKS = 3;

    private RunChart() {
    }

    /**
     * @param envelopes what was counted, one panel each, in this order; events that were not counted have none and are
     *                  named in the notes of {@code caption}
     */
    public static Figure of(List<Envelope> envelopes, ChartCaption caption) {
        return of(envelopes, List.of(), caption);
    }

    /** @param metrics computed from the counts, one panel each below the events'; {@code rateUnit} is the metric's unit */
    public static Figure of(List<Envelope> events, List<Envelope> metrics, ChartCaption caption) {
        List<Envelope> envelopes = Stream.concat(events.stream(), metrics.stream()).toList();
        Axis axis = envelopes.isEmpty() ? Axis.RUN_TIME : envelopes.get(0).axis();
        Figure figure = Figure.titled(caption.title())
                .label(caption.label())
                .provenance(provenance(caption, axis))
                .x(Scale.linear(axis.label() + " (" + axis.unit() + ")"));
        for (Envelope e : envelopes) {
            if (e.axis() != axis) {
                throw new IllegalArgumentException(e.event() + " is on the axis " + e.axis() + ", others on " + axis);
            }
            figure.add(panel(e, metrics.contains(e) && !e.rateUnit().endsWith("/s")));
        }
        figure.note(envelopes.isEmpty() ? "Nothing was counted: there is nothing to draw." : howToRead(envelopes, axis));
        if (!metrics.isEmpty()) {
            figure.note("Metrics (" + String.join(", ", metrics.stream().map(Envelope::event).toList())
                    + "): line: the formula on the sums of a bucket; band: lowest to highest of a sampling period in it.");
        }
        caption.notes().forEach(figure::note);
        return figure;
    }

    private static String provenance(ChartCaption c, Axis axis) {
        List<String> parts = new ArrayList<>();
        add(parts, c.source());
        add(parts, c.machine());
        add(parts, c.kernel());
        String kept = Double.isNaN(c.periodKeptNanos()) ? "" : ", kept " + width(c.periodKeptNanos(), axis);
        parts.add("period asked " + width(c.periodAskedNanos(), axis) + kept);
        parts.add(Numbers.count(c.samples()) + " samples");
        parts.add(c.lost() < 0 ? "loss unknown" : Numbers.count(c.lost()) + " lost");
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

    /** @param ratio its numbers carry no SI prefix */
    private static Panel panel(Envelope e, boolean ratio) {
        Scale scale = Scale.linear(e.rateUnit()).startingAtZero().between(Double.NaN, top(e));
        return Panel.of(e.event(), ratio ? scale : scale.si(""))
                .detail(e.countedAs())
                .remark(remark(e, ratio))
                .buckets(e.origin(), e.bucketWidth(), e.mean(), e.min(), e.max(), Ink.BLUE);
    }

    /**
     * Where the panel ends; NaN leaves that to the data. Over instructions a period is as short as one wishes, and single
     * ones reach many times the highest mean of a bucket: up to them, the line that shows the phases would lie flat.
     */
    private static double top(Envelope e) {
        double line = highest(e.mean());
        return e.axis() == Axis.INSTRUCTIONS && line > 0 && highest(e.max()) > ROOM_FOR_PEAKS * line ? ROOM_FOR_PEAKS * line : Double.NaN;
    }

    /** NaN if there is none. */
    private static double highest(double[] values) {
        return Arrays.stream(values).filter(Double::isFinite).max().orElse(Double.NaN);
    }

    /**
     * The mean is over buckets of equal width, so it differs a little from the final count over the running time. Of
     * ratios it would be a mean of ratios, which is not the ratio of the run: they show none.
     */
    private static String remark(Envelope e, boolean ratio) {
        double sum = 0;
        int n = 0;
        for (int i = 0; i < e.buckets(); i++) {
            if (!Double.isNaN(e.mean()[i])) {
                sum += e.mean()[i];
                n++;
            }
        }
        if (n == 0) {
            return "no sample";
        }
        List<String> parts = new ArrayList<>();
        if (!ratio) {
            parts.add("mean ≈ " + Numbers.si(sum / n, 3, ""));
        }
        parts.add("peak " + Numbers.si(highest(e.max()), 3, "") + (Double.isNaN(top(e)) ? "" : ", above the panel"));
        if (e.gaps() > 0) {
            parts.add(Numbers.count(e.gaps()) + (e.gaps() == 1 ? " gap" : " gaps"));
        }
        if (e.shareMeasured() < FULLY_MEASURED) {
            parts.add("estimated: counted " + Numbers.percent(e.shareMeasured()) + " of the time");
        }
        return String.join(DOT, parts);
    }

    private static String howToRead(List<Envelope> envelopes, Axis axis) {
        double width = envelopes.get(0).bucketWidth();
        double unit = axis == Axis.INSTRUCTIONS ? 1e6 : 1e9;
        boolean same = envelopes.stream().allMatch(e -> e.bucketWidth() == width);
        String bucket = same ? "bucket of " + width(width * unit, axis) : "bucket ("
                + String.join(", ", envelopes.stream().map(e -> width(e.bucketWidth() * unit, axis)).distinct().toList()) + ")";
        return "Line: mean rate per " + bucket + ". Band: lowest to highest rate of a sampling period in it. "
                + "Blank: no sample.";
    }

    /** @param width in nanoseconds or instructions */
    private static String width(double width, Axis axis) {
        return axis == Axis.INSTRUCTIONS ? Numbers.si(width, 3, "") + Numbers.THIN_SPACE + "instructions" : Numbers.nanos(width);
    }
}
