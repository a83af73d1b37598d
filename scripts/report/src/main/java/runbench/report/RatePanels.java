package runbench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import runbench.base.quantity.Numbers;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.series.RateBase;
import runbench.plotter.figure.Buckets;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Ink;
import runbench.report.RunChart.ChartCaption;
import runbench.report.RunChart.MetricIntervals;

/** The panels of rates: one per metric and per event; user mode and kernel mode of an event share a panel. */
final class RatePanels {
    private static final String DOT = " · ";
    /** Height of a panel without a curve, pixels. */
    private static final double EMPTY_PIXELS = 12;
    private static final String USER = "user mode";
    private static final String KERNEL = "kernel mode";

    private final ChartCaption caption;
    private final int coarse;
    private final Abscissa x;
    private final Strip behind;
    private final UncountedBands uncounted;
    private final MetricIntervals bounds;

    /**
     * Creates the panels.
     *
     * @param coarse number of buckets per point of the bold line
     * @param behind bands behind every panel; null for none
     * @param uncounted time without counts; null for none
     * @param bounds intervals of the metrics of the whole run
     */
    RatePanels(ChartCaption caption, int coarse, Abscissa x, Strip behind, UncountedBands uncounted,
            MetricIntervals bounds) {
        this.behind = behind;
        this.uncounted = uncounted;
        this.bounds = bounds;
        this.caption = caption;
        this.coarse = coarse;
        this.x = x;
    }

    List<Panel> metrics(List<Envelope> metrics) {
        return metrics.stream()
                .map(e -> panel(e,
                        RateBase.isRate(e.rateUnit()) ? Kind.RATE
                                : e.rateUnit().equals("share") ? Kind.SHARE : Kind.RATIO))
                .toList();
    }

    List<Panel> events(List<Envelope> events) {
        Map<String, List<Envelope>> byName = new LinkedHashMap<>();
        for (Envelope e : events) {
            String both = withoutMode(e.event());
            boolean other = !both.isEmpty() && events.stream()
                    .anyMatch(o -> withoutMode(o.event()).equals(both) && !o.event().equals(e.event())
                            && o.rateUnit().equals(e.rateUnit()));
            byName.computeIfAbsent(other ? both : e.event(), name -> new ArrayList<>()).add(e);
        }
        List<Panel> panels = new ArrayList<>();
        byName.forEach((name, all) -> panels.add(all.size() == 1 ? panel(all.get(0), Kind.RATE) : overlaid(name, all)));
        return panels;
    }

    /**
     * Returns the name without its mode ("instructions:u" and "cpu/event=0x43/k"); empty for events that count both
     * modes together.
     */
    private static String withoutMode(String event) {
        boolean one = event.matches(".*[:/][uk]");
        return !one ? "" : event.substring(0, event.length() - (event.charAt(event.length() - 2) == ':' ? 2 : 1));
    }

    /** The format of numbers: ratios have no SI prefix, shares are percentages. */
    private enum Kind {
        RATE, RATIO, SHARE
    }

    private Panel panel(Envelope e, Kind kind) {
        if (caption.samples() == 0 || isZero(e)) {
            return line(e.event(), e.rateUnit() + DOT + e.countedAs(), remark(e, kind));
        }
        Scale scale = Scale.linear(e.rateUnit()).startingAtZero();
        Panel panel = banded(Panel.of(e.event(), kind == Kind.RATE ? scale.si("") : scale)).detail(e.countedAs())
                .remark(remark(e, kind))
                .buckets(buckets(e, "", Ink.BLUE));
        double[] edges = x.edges(e);
        bounds.wide(e)
                .ifPresent(
                        of -> panel.band("interval of the run's mean", new double[]{edges[0], edges[edges.length - 1]},
                                new double[]{of.low(), of.low()}, new double[]{of.high(), of.high()}, Ink.ORANGE));
        return panel;
    }

    /** Returns whether every sample counted 0: a curve would show nothing else. */
    private static boolean isZero(Envelope e) {
        return Arrays.stream(e.max()).anyMatch(v -> v == 0) && Arrays.stream(e.max()).allMatch(v -> !(v > 0))
                && Arrays.stream(e.mean()).allMatch(v -> !(v > 0)) && !(e.figures().peak() > 0);
    }

    /** Returns a panel of one line, without a curve. */
    private static Panel line(String title, String detail, String remark) {
        return Panel.of(title, Scale.names("", List.of())).detail(detail).remark(remark).height(EMPTY_PIXELS);
    }

    private Panel banded(Panel panel) {
        if (uncounted != null) {
            uncounted.shade(panel, x);
        }
        return behind == null ? panel : panel.spans(behind);
    }

    /** Returns a panel with the same event in user mode and in kernel mode. */
    private Panel overlaid(String name, List<Envelope> modes) {
        String counted = modes.get(0).countedAs().replaceFirst(", (user|kernel) mode only$", "");
        String unit = modes.get(0).rateUnit();
        String remark = modes.stream()
                .map(e -> (isUser(e) ? USER : KERNEL) + ": " + remark(e, Kind.RATE))
                .collect(Collectors.joining("; "));
        if (caption.samples() == 0 || modes.stream().allMatch(RatePanels::isZero)) {
            return line(name, unit + DOT + counted, remark);
        }
        Panel panel = banded(Panel.of(name, Scale.linear(unit).startingAtZero().si(""))).detail(counted).remark(remark);
        modes.forEach(e -> panel.buckets(isUser(e) ? buckets(e, USER, Ink.BLUE) : buckets(e, KERNEL, Ink.ORANGE)));
        return panel;
    }

    private static boolean isUser(Envelope e) {
        return e.event().endsWith("u");
    }

    private Buckets buckets(Envelope e, String name, Ink ink) {
        return new Buckets(name, x.edges(e), e.mean(), e.min(), e.max(), e.figures().top(), coarse, ink);
    }

    private String remark(Envelope e, Kind kind) {
        List<String> parts = new ArrayList<>();
        if (Double.isFinite(e.figures().mean())) {
            parts.add("mean " + number(e.figures().mean(), kind) + bounds.words(e, v -> number(v, kind)));
        }
        if (caption.samples() == 0) {
            double length = e.end() * e.axis().recorded();
            parts.add(length < caption.periodAskedNanos() ? "too short for this period" : "no sample");
        } else if (isZero(e)) {
            return "0 in every sample";
        } else if (Double.isFinite(e.figures().peak())) {
            parts.add("peak " + number(e.figures().peak(), kind));
        }
        if (e.shareMeasured() < RunCaption.FULLY_MEASURED) {
            parts.add(RunCaption.scaledEstimate(e.shareMeasured()));
        }
        return String.join(DOT, parts);
    }

    private static String number(double value, Kind kind) {
        return kind == Kind.SHARE ? Numbers.percent(value) : Numbers.si(value, 3, "");
    }
}
