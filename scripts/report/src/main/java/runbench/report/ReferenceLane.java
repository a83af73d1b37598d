package runbench.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.align.clock.RecordingClock;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.StatedError;
import runbench.base.timeline.Timeline;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;

/**
 * One recording on a {@link ReferenceAxis}: its wall time there, and how well that place is known. Several lanes on one
 * axis can be compared to within their stated errors.
 */
public final class ReferenceLane implements Abscissa {
    /** One for about each pixel, so that no predicted part that shows is left out. */
    private static final int MOMENTS = RunCharts.BUCKETS;

    private static final int ROW_PIXELS = 18;

    private final ReferenceAxis axis;
    private final String node;
    private final Timeline timeline;
    private final long startNanos;

    /**
     * @param node whose recording it is
     * @param timeline from the clock of the recording's stamps to the reference's
     * @param startNanos start of the run by the clock of its stamps, ns
     */
    public ReferenceLane(ReferenceAxis axis, String node, Timeline timeline, long startNanos) {
        this.axis = axis;
        this.node = node;
        this.timeline = timeline;
        this.startNanos = startNanos;
    }

    /** A single recording; 0 s of the axis is its start. */
    public static ReferenceLane alone(String clock, String node, Timeline timeline, long startNanos) {
        return new ReferenceLane(ReferenceAxis.from(clock, timeline.refNanos(startNanos)), node, timeline, startNanos);
    }

    /**
     * A single recording by the model of its node; 0 s of the axis is its start.
     *
     * @throws RunbenchException (bad input) the model's windows are too far from the recording
     */
    public static ReferenceLane alone(RecordingClock clock, long startNanos) {
        clock.requireCovered(startNanos);
        return alone(clock.chain().reference(), clock.chain().node(), clock.timeline(), startNanos);
    }

    @Override
    public Scale scale() {
        return axis.scale();
    }

    /** @param position wall time since the start of the run, s */
    @Override
    public double at(double position) {
        return axis.seconds(timeline.refNanos(stamp(position)));
    }

    private long stamp(double wallSeconds) {
        return startNanos + Math.round(wallSeconds * 1e9);
    }

    /** A part of the axis throughout which the clock was known in one way, s. */
    record Part(How how, double from, double to) {}

    /**
     * How the clock was known along the recording, part after part.
     *
     * @param length of the recording, s of wall time
     */
    List<Part> parts(double length) {
        List<Part> parts = new ArrayList<>();
        PlacedStamp placed = new PlacedStamp();
        for (int i = 0; i <= MOMENTS; i++) {
            timeline.locate(stamp(length * i / MOMENTS), placed);
            double here = axis.seconds(placed.refNanos());
            Part last = parts.isEmpty() ? null : parts.get(parts.size() - 1);
            if (last != null && last.how == placed.how()) {
                parts.set(parts.size() - 1, new Part(last.how, last.from, here));
            } else {
                parts.add(new Part(placed.how(), last == null ? here : last.to, here));
            }
        }
        return parts;
    }

    /**
     * The zero, the worst error, and what is not known by two windows. @param length of the recording, s of wall time
     */
    @Override
    public List<String> notes(double length) {
        StatedError worst = StatedError.over(timeline, startNanos, stamp(length), MOMENTS + 1);
        List<String> notes = new ArrayList<>();
        notes.add("Time of " + axis.clock() + ": 0 s is " + BigDecimal.valueOf(axis.originNanos(), 9).toPlainString()
                + " s of its clock. " + "Error of " + node + " at the worst place: " + words(worst) + ".");
        Map<How, List<Part>> byHow = parts(length).stream()
                .collect(Collectors.groupingBy(Part::how, () -> new EnumMap<>(How.class), Collectors.toList()));
        byHow.forEach((how, parts) -> {
            String reason = reason(how);
            if (!reason.isEmpty()) {
                notes.add((how == How.STEPPED ? "Stepped" : "Predicted") + " from "
                        + parts.stream()
                                .map(p -> Units.seconds(p.from) + " to " + Units.seconds(p.to))
                                .collect(Collectors.joining(", "))
                        + ": " + reason + ".");
            }
        });
        return notes;
    }

    @Override
    public Optional<Panel> certainty(double length) {
        List<Part> parts = parts(length);
        if (parts.stream().allMatch(p -> reason(p.how).isEmpty())) {
            return Optional.empty();
        }
        List<How> kinds = parts.stream().map(Part::how).distinct().sorted().toList();
        Strip strip = Strip.row(Columns.of(parts, Part::from), Columns.of(parts, Part::to),
                parts.stream().mapToInt(p -> kinds.indexOf(p.how)).toArray(), kinds.stream().map(How::word).toList());
        return Optional.of(Panel.of("Clock of " + node, Scale.names("", List.of("")))
                .detail("how its time is known")
                .strip(strip)
                .height(ROW_PIXELS));
    }

    private static String words(StatedError worst) {
        String err = Double.isNaN(worst.errStatNanos()) ? "standard error unknown"
                : "standard error " + Numbers.nanos(worst.errStatNanos());
        return err + (worst.guaranteed()
                ? ", guaranteed within " + signed(worst.loNanos()) + " to " + signed(worst.hiNanos())
                : ", nothing is guaranteed");
    }

    private static String signed(double nanos) {
        return (nanos < 0 ? "\u2212" : "+") + Numbers.nanos(Math.abs(nanos));
    }

    /** Why a part is not as certain as between two windows that agree; empty where it is. */
    private static String reason(How how) {
        return switch (how) {
            case IDENTITY, INTERPOLATED -> "";
            case PREDICTED -> "the model's windows lie on one side only";
            case EXPIRED -> "expired, so far from the model's windows that the error may be worse than its tolerance";
            case STEPPED -> "the clock was set or stepped between two windows, nothing is guaranteed there";
        };
    }
}
