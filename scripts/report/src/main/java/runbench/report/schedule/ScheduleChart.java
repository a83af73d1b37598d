package runbench.report.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.policy.ReferenceCurve;
import runbench.schedule.simulate.CurveFit;
import runbench.schedule.simulate.ScheduleStudy.PolicyResult;
import runbench.schedule.simulate.ScheduleStudy.StudiedWorkload;
import runbench.schedule.simulate.ScheduleStudy;

/** The charts of simulated schedules: gains of policies as bars, and a reference curve with its pilots. */
public final class ScheduleChart {
    private static final double HEIGHT = 250;
    private static final int POINTS = 100;
    private static final String BEST = "Best found (not proven optimal)";
    private static final List<List<PolicyName>> PANELS = List.of(
            List.of(PolicyName.ROUND_ROBIN, PolicyName.LATEST_QUANTUM, PolicyName.QUANTA_WINDOW),
            List.of(PolicyName.PBW, PolicyName.IABW, PolicyName.CORE_ALLOCATION, PolicyName.THROTTLING));

    private ScheduleChart() {
    }

    /**
     * Draws the gains.
     *
     * @param asked name of the set of workloads as typed
     */
    public static Figure gains(ScheduleStudy s, String asked) {
        boolean background = PublishedGains.known(asked)
                && s.workloads().get(0).results().get(0).programs().stream().anyMatch(p -> p.background());
        boolean turnaround = background || !PublishedGains.known(asked);
        List<String> names = s.workloads().stream().map(StudiedWorkload::name).toList();
        Figure figure = Figure
                .titled(s.name() + ": "
                        + (s.workloads().size() == 1 ? "time" : turnaround ? "mean turnaround" : "makespan")
                        + " saved relative to the Linux-like policy")
                .label("simulated on " + s.cpus() + " CPUs, " + ScheduleText.traffic(s.sustained(), s.unit())
                        + " sustained")
                .provenance("contention: " + s.model() + " · IABW reference: " + s.curve());
        if (s.workloads().size() == 1) {
            return figure.add(one(s.workloads().get(0)));
        }
        for (List<PolicyName> policies : PANELS) {
            List<PolicyName> shown = policies.stream()
                    .filter(p -> s.workloads().get(0).results().stream().anyMatch(r -> r.policy().equals(p.word())))
                    .toList();
            if (!shown.isEmpty()) {
                List<String> series = new ArrayList<>(shown.stream().map(PolicyName::label).toList());
                double[][] values = shown.stream()
                        .map(p -> s.workloads()
                                .stream()
                                .mapToDouble(w -> 100 * w.results()
                                        .stream()
                                        .filter(r -> r.policy().equals(p.word()))
                                        .mapToDouble(r -> turnaround ? r.turnaroundGain() : r.makespanGain())
                                        .findFirst()
                                        .orElseThrow())
                                .toArray())
                        .toArray(double[][]::new);
                if (s.workloads().stream().allMatch(w -> w.best() != null)) {
                    series.add(BEST);
                    values = Arrays.copyOf(values, series.size());
                    values[series.size() - 1] = s.workloads()
                            .stream()
                            .mapToDouble(w -> 100 * (turnaround ? w.best().turnaroundGain() : w.best().makespanGain()))
                            .toArray();
                }
                figure.add(Panel.of("Saved", Scale.linear("%").startingAtZero())
                        .x(Scale.names("", names))
                        .height(HEIGHT)
                        .remark(means(series, values))
                        .bars(series, values));
            }
        }
        if (PublishedGains.known(asked)) {
            figure.note("Published means: " + PublishedGains.words(asked) + ".");
        }
        return figure;
    }

    private static Panel one(StudiedWorkload w) {
        List<String> names = new ArrayList<>();
        List<double[]> gains = new ArrayList<>();
        for (PolicyResult r : w.results()) {
            if (!r.policy().equals(PolicyName.LINUX.word())) {
                names.add(PolicyName.of(r.policy()).label());
                gains.add(new double[]{r.turnaroundGain(), r.makespanGain()});
            }
        }
        if (w.best() != null) {
            names.add(BEST);
            gains.add(new double[]{w.best().turnaroundGain(), w.best().makespanGain()});
        }
        return Panel.of("Saved", Scale.linear("%").startingAtZero())
                .x(Scale.names("", names))
                .height(HEIGHT)
                .bars(List.of("of the mean turnaround", "of the makespan"),
                        new double[][]{gains.stream().mapToDouble(g -> 100 * g[0]).toArray(),
                                gains.stream().mapToDouble(g -> 100 * g[1]).toArray()});
    }

    private static String means(List<String> shown, double[][] values) {
        return "mean " + String.join(" · ", IntStream.range(0, shown.size())
                .mapToObj(i -> shown.get(i) + " "
                        + ScheduleText.number(Math.round(10 * Arrays.stream(values[i]).average().orElse(0)) / 10.0))
                .toList());
    }

    /**
     * Draws the pilots, their fitted curve and the published curve, the makespan of each pilot by its reference, and
     * the gains of three references: figures 6 to 8 of Xu, Wu, Yew (2010).
     */
    public static Figure curve(CurveFit fit) {
        double to = 1.1 * fit.curve().to();
        double[] x = IntStream.rangeClosed(0, POINTS).mapToDouble(i -> to * i / POINTS).toArray();
        ReferenceCurve published = ReferenceCurve.PUBLISHED;
        return Figure.titled("Reference bandwidth by ideal average bandwidth")
                .label(fit.curve().origin())
                .provenance("fitted " + ScheduleText.formula(fit.curve()) + " · published "
                        + ScheduleText.formula(published))
                .x(Scale.linear("ideal average bandwidth of the workload"))
                .add(Panel.of("Reference", Scale.linear("").startingAtZero())
                        .height(320)
                        .line("y = x", x, x, Ink.GREY)
                        .line("published (on its own machine)", x, along(published, x, published.sustained()),
                                Ink.ORANGE)
                        .line("fitted", x, along(fit.curve(), x, fit.curve().sustained()), Ink.BLUE)
                        .points("pilot workloads, best tried reference",
                                fit.pilots().stream().mapToDouble(CurveFit.Pilot::idealBandwidth).toArray(),
                                fit.pilots().stream().mapToDouble(CurveFit.Pilot::bestReference).toArray(), Ink.BLUE))
                .add(tried(fit.pilots()))
                .add(references(fit.pilots()))
                .note("A pilot's point is the reference with the shortest makespan; below the first and above the "
                        + "last one the curve is extrapolated.");
    }

    /** Returns the panel of the makespan that each pilot saves with each tried reference. */
    private static Panel tried(List<CurveFit.Pilot> pilots) {
        CurveFit.Pilot most = pilots.stream().max(Comparator.comparingDouble(CurveFit.Pilot::gain)).orElseThrow();
        Panel panel = Panel.of("Makespan saved by reference", Scale.linear("%"))
                .x(Scale.linear("reference / ideal average bandwidth"))
                .detail("relative to the Linux-like policy; the search ends where it becomes less");
        String others = "other pilots";
        for (CurveFit.Pilot p : pilots) {
            if (!p.equals(most)) {
                panel.line(others, shares(p), percents(p), Ink.GREY);
                others = "";
            }
        }
        return panel.lineWithPoints(most.workload(), shares(most), percents(most), Ink.BLUE);
    }

    private static double[] shares(CurveFit.Pilot p) {
        return p.tried().stream().mapToDouble(t -> t / p.idealBandwidth()).toArray();
    }

    private static double[] percents(CurveFit.Pilot p) {
        return p.gains().stream().mapToDouble(g -> 100 * g).toArray();
    }

    /** Returns the panel of the makespan that each pilot saves with three references. */
    private static Panel references(List<CurveFit.Pilot> pilots) {
        List<String> series = List.of("sustained bandwidth (PBW)", "ideal average bandwidth", "best tried");
        double[][] values = {pilots.stream().mapToDouble(p -> 100 * p.peakGain()).toArray(),
                pilots.stream().mapToDouble(p -> 100 * p.idealGain()).toArray(),
                pilots.stream().mapToDouble(p -> 100 * p.gain()).toArray()};
        return Panel.of("Makespan saved with three references", Scale.linear("%").startingAtZero())
                .x(Scale.names("", pilots.stream().map(CurveFit.Pilot::workload).toList()))
                .height(HEIGHT)
                .remark(means(series, values))
                .bars(series, values);
    }

    private static double[] along(ReferenceCurve curve, double[] x, double peak) {
        return Arrays.stream(x).map(v -> curve.reference(v, peak)).toArray();
    }
}
