package runbench.report.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import runbench.base.quantity.Numbers;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Ink;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.timeline.ScheduleTimeline.Span;
import runbench.schedule.timeline.ScheduleTimeline;

/**
 * The chart of a schedule: a row per program with its CPUs over time, and the total bandwidth (transferred or
 * requested) below.
 */
public final class GanttChart {
    private static final double ROW_PIXELS = 26;
    private static final double BANDWIDTH = 170;
    private static final double NANOS = 1e9;

    private GanttChart() {
    }

    /** Draws the whole schedule. */
    public static Figure of(ScheduleTimeline t) {
        return of(t, 0, t.spans().stream().mapToDouble(Span::toSeconds).max().orElse(1));
    }

    /**
     * Draws a part of the schedule.
     *
     * @param fromSeconds start
     * @param toSeconds end, above {@code fromSeconds}
     */
    public static Figure of(ScheduleTimeline t, double fromSeconds, double toSeconds) {
        List<Span> shown = t.spans()
                .stream()
                .filter(s -> s.toSeconds() > fromSeconds && s.fromSeconds() < toSeconds)
                .toList();
        double most = shown.stream().mapToDouble(Span::cpus).max().orElse(1);
        List<String> kinds = new ArrayList<>();
        for (int c = 1; c <= Math.ceil(most); c++) {
            kinds.add(Integer.toString(c));
        }
        List<Span> joinedSpans = joinedSpans(shown, t.programs().size());
        Strip strip = new Strip(joinedSpans.stream().mapToInt(Span::program).toArray(),
                joinedSpans.stream().mapToDouble(s -> Math.max(fromSeconds, s.fromSeconds())).toArray(),
                joinedSpans.stream().mapToDouble(s -> Math.min(toSeconds, s.toSeconds())).toArray(),
                joinedSpans.stream().mapToInt(s -> (int) Math.ceil(s.cpus()) - 1).toArray(), kinds);
        return Figure.titled("Schedule of " + t.workload() + ": " + t.policy())
                .label(t.programs().size() + " programs on " + t.cpus() + " CPUs")
                .provenance("traffic: " + t.source())
                .x(Scale.linear("time (s)").between(fromSeconds, toSeconds))
                .add(Panel.of("Running programs", Scale.names("", t.programs()))
                        .detail("numbers: CPUs of each program")
                        .height(Math.max(80, ROW_PIXELS * t.programs().size()))
                        .strip(strip))
                .add(bandwidth(t, shown, toSeconds));
    }

    /** Joins neighbouring spans with the same number of CPUs, regardless of traffic. */
    private static List<Span> joinedSpans(List<Span> spans, int programs) {
        Span[] open = new Span[programs];
        List<Span> joinedSpans = new ArrayList<>();
        for (Span s : spans) {
            Span before = open[s.program()];
            if (before != null && before.cpus() == s.cpus()
                    && instant(before.toSeconds()) == instant(s.fromSeconds())) {
                open[s.program()] = new Span(s.program(), before.fromSeconds(), s.toSeconds(), s.cpus(), Double.NaN);
            } else {
                if (before != null) {
                    joinedSpans.add(before);
                }
                open[s.program()] = s;
            }
        }
        Arrays.stream(open).filter(Objects::nonNull).forEach(joinedSpans::add);
        return joinedSpans;
    }

    /** Rounds a time to nanoseconds, so that spans that touch do so exactly despite rounding errors of sums. */
    private static double instant(double seconds) {
        return Math.rint(seconds * NANOS) / NANOS;
    }

    private static Panel bandwidth(ScheduleTimeline t, List<Span> shown, double until) {
        TreeMap<Double, Double> changes = new TreeMap<>();
        for (Span s : shown) {
            if (!Double.isNaN(s.traffic())) {
                changes.merge(instant(s.fromSeconds()), s.traffic(), Double::sum);
                changes.merge(instant(s.toSeconds()), -s.traffic(), Double::sum);
            }
        }
        // Later changes are not shown, so the last value must not drop to zero.
        changes.tailMap(until).clear();
        changes.put(until, 0.0);
        double[] time = new double[changes.size()];
        double[] total = new double[changes.size()];
        double sum = 0;
        int i = 0;
        for (var change : changes.entrySet()) {
            sum += change.getValue();
            time[i] = change.getKey();
            total[i++] = Math.max(0, sum);
        }
        boolean bytes = t.unit() == TrafficUnit.BYTES_PER_SECOND;
        Scale y = Scale.linear(bytes ? "" : t.unit().label()).startingAtZero();
        Panel panel = Panel.of("Total bandwidth", bytes ? y.si("B/s") : y)
                .height(BANDWIDTH)
                .steps(t.moved() ? "transferred" : "requested, from profiles", time, total, Ink.BLUE);
        return Double.isNaN(t.sustained()) ? panel
                : panel.level(t.sustained(),
                        "sustained: " + (bytes ? Numbers.si(t.sustained(), 3, "B/s") : Numbers.fixed(t.sustained(), 1)),
                        Ink.ORANGE);
    }
}
