package runbench.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
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
 * One recording on a {@link ReferenceAxis}: its wall time on that axis, with the accuracy of the mapping. Several lanes
 * on one axis are comparable within their stated errors.
 */
public final class ReferenceLane implements Abscissa {
    /** Number of evaluated places, about one per pixel, so that every visible predicted part appears. */
    private static final int PLACES = RunCharts.BUCKETS;

    private static final int ROW_PIXELS = 18;

    private final ReferenceAxis axis;
    private final String node;
    private final Timeline timeline;
    private final long startNanos;

    /**
     * Creates a lane.
     *
     * @param axis the common axis
     * @param node node of the recording
     * @param timeline mapping from the clock of the recording's stamps to the reference clock
     * @param startNanos start of the run by the clock of its stamps, ns
     */
    public ReferenceLane(ReferenceAxis axis, String node, Timeline timeline, long startNanos) {
        this.axis = axis;
        this.node = node;
        this.timeline = timeline;
        this.startNanos = startNanos;
    }

    /** Returns the lane of a single recording, whose start is 0 s of the axis. */
    public static ReferenceLane alone(String clock, String node, Timeline timeline, long startNanos) {
        return new ReferenceLane(ReferenceAxis.from(clock, timeline.refNanos(startNanos)), node, timeline, startNanos);
    }

    /**
     * Returns the lane of a single recording by the model of its node; its start is 0 s of the axis.
     *
     * @throws RunbenchException (bad input) if the model's windows are too far from the recording
     */
    public static ReferenceLane alone(RecordingClock clock, long startNanos) {
        clock.requireCovered(startNanos);
        return alone(clock.chain().reference(), clock.chain().node(), clock.timeline(), startNanos);
    }

    @Override
    public Scale scale() {
        return axis.scale();
    }

    /**
     * Returns the place of a position.
     *
     * @param position wall time since the start of the run, s
     */
    @Override
    public double at(double position) {
        return axis.seconds(timeline.refNanos(stamp(position)));
    }

    private long stamp(double wallSeconds) {
        return startNanos + Math.round(wallSeconds * 1e9);
    }

    /**
     * A part of the axis with one method of the clock's estimate.
     *
     * @param how method
     * @param from start, s
     * @param to end, s
     */
    record Part(How how, double from, double to) {}

    /**
     * Returns the parts of the recording by the method of the clock's estimate.
     *
     * @param length length of the recording, s of wall time
     */
    List<Part> parts(double length) {
        List<Part> parts = new ArrayList<>();
        PlacedStamp placed = new PlacedStamp();
        for (int i = 0; i <= PLACES; i++) {
            timeline.locate(stamp(length * i / PLACES), placed);
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
     * Returns the notes: the zero of the axis, the largest error, and the parts that are not interpolated between two
     * windows.
     *
     * @param length length of the recording, s of wall time
     */
    @Override
    public List<String> notes(double length) {
        StatedError worst = StatedError.over(timeline, startNanos, stamp(length), PLACES + 1);
        List<String> notes = new ArrayList<>();
        notes.add("Time of " + axis.clock() + ": 0 s is " + BigDecimal.valueOf(axis.originNanos(), 9).toPlainString()
                + " s of its clock. Largest error of " + node + ": " + formatted(worst) + ".");
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
                .detail("method of its time estimate")
                .strip(strip)
                .height(ROW_PIXELS));
    }

    private static String formatted(StatedError worst) {
        String err = Double.isNaN(worst.errStatNanos()) ? "standard error unknown"
                : "standard error " + Numbers.nanos(worst.errStatNanos());
        return err + (worst.guaranteed()
                ? ", guaranteed within " + signed(worst.loNanos()) + " to " + signed(worst.hiNanos())
                : ", no guaranteed bound");
    }

    private static String signed(double nanos) {
        return (nanos < 0 ? "\u2212" : "+") + Numbers.nanos(Math.abs(nanos));
    }

    /** Returns the reason why a part is less accurate than between two windows that agree; empty if it is not. */
    private static String reason(How how) {
        return switch (how) {
            case IDENTITY, INTERPOLATED -> "";
            case PREDICTED -> "the model has windows on one side only";
            case EXPIRED -> "expired: too far from the model's windows, the error may exceed the tolerance";
            case STEPPED -> "the clock was set or stepped between two windows; no bound is guaranteed";
        };
    }

    /**
     * A common time axis for the recordings of many nodes, in seconds of a reference clock. Each recording has a
     * {@link ReferenceLane} on it.
     *
     * @param clock name of the reference clock in the clock models
     * @param originNanos time of that clock at the axis' zero, ns
     */
    public record ReferenceAxis(String clock, long originNanos) {
        /**
         * Returns an axis that starts with the first recording.
         *
         * @param clock name of the reference clock
         * @param startNanos start of each recording in the clock's time, ns
         */
        public static ReferenceAxis from(String clock, long... startNanos) {
            return new ReferenceAxis(clock, Arrays.stream(startNanos).min().orElse(0));
        }

        Scale scale() {
            return Scale.linear("time of " + clock + " (s)");
        }

        /** Returns the position of a time of the clock, s. */
        double seconds(long refNanos) {
            return (refNanos - originNanos) / 1e9;
        }
    }
}
