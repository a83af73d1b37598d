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
 * Who ran when, on how many CPUs, and what all moved (or asked for) together: a row per program, the bandwidth below.
 */
public final class GanttChart {
    private static final double ROW = 26;
    private static final double BANDWIDTH = 170;
    private static final double NANOS = 1e9;

    private GanttChart() {
    }

    /** All of it. */
    public static Figure of(ScheduleTimeline t) {
        return of(t, 0, t.spans().stream().mapToDouble(Span::toSeconds).max().orElse(1));
    }

    /** A stretch of it. @param toSeconds above {@code fromSeconds} */
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
        List<Span> turns = turns(shown, t.programs().size());
        Strip strip = new Strip(turns.stream().mapToInt(Span::program).toArray(),
                turns.stream().mapToDouble(s -> Math.max(fromSeconds, s.fromSeconds())).toArray(),
                turns.stream().mapToDouble(s -> Math.min(toSeconds, s.toSeconds())).toArray(),
                turns.stream().mapToInt(s -> (int) Math.ceil(s.cpus()) - 1).toArray(), kinds);
        return Figure.titled("Schedule of " + t.workload() + ": " + t.policy())
                .label(t.programs().size() + " programs on " + t.cpus() + " CPUs")
                .provenance("traffic: " + t.source())
                .x(Scale.linear("time (s)").between(fromSeconds, toSeconds))
                .add(Panel.of("Who ran", Scale.names("", t.programs()))
                        .detail("numbers: CPUs that each had")
                        .height(Math.max(80, ROW * t.programs().size()))
                        .strip(strip))
                .add(bandwidth(t, shown, toSeconds));
    }

    /** Stretches in which a program had as many CPUs, whatever it moved. */
    private static List<Span> turns(List<Span> spans, int programs) {
        Span[] open = new Span[programs];
        List<Span> turns = new ArrayList<>();
        for (Span s : spans) {
            Span before = open[s.program()];
            if (before != null && before.cpus() == s.cpus()
                    && instant(before.toSeconds()) == instant(s.fromSeconds())) {
                open[s.program()] = new Span(s.program(), before.fromSeconds(), s.toSeconds(), s.cpus(), Double.NaN);
            } else {
                if (before != null) {
                    turns.add(before);
                }
                open[s.program()] = s;
            }
        }
        Arrays.stream(open).filter(Objects::nonNull).forEach(turns::add);
        return turns;
    }

    /** What ends and what begins then do so at once, though sums of times differ in their last digits. */
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
        // What comes then is not shown, so it is no end.
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
        Panel panel = Panel.of("Bandwidth of all together", bytes ? y.si("B/s") : y)
                .height(BANDWIDTH)
                .steps(t.moved() ? "moved" : "asked for, by their profiles", time, total, Ink.BLUE);
        return Double.isNaN(t.sustained()) ? panel
                : panel.level(t.sustained(),
                        "sustained: " + (bytes ? Numbers.si(t.sustained(), 3, "B/s") : Numbers.fixed(t.sustained(), 1)),
                        Ink.ORANGE);
    }
}
