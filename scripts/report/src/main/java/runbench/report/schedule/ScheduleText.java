package runbench.report.schedule;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import runbench.base.quantity.Units;
import runbench.report.text.TextTable;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.policy.ReferenceCurve;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.simulate.CurveFit;
import runbench.schedule.simulate.ScheduleStudy;
import runbench.schedule.simulate.ScheduleStudy.PolicyResult;
import runbench.schedule.simulate.ScheduleStudy.PolicySummary;
import runbench.schedule.simulate.ScheduleStudy.StudiedWorkload;

/** Prints simulated schedules on a terminal. */
public final class ScheduleText {
    private ScheduleText() {
    }

    /**
     * Prints a study.
     *
     * @param asked name of the set of workloads as typed; the output includes published gains of that set
     * @param screen width of the terminal in columns; 0 for none
     */
    public static void print(ScheduleStudy s, String asked, int screen, PrintWriter out) {
        out.printf(Locale.ROOT, "%s: simulated on %s, %s sustained%n", s.name(), Units.counted(s.cpus(), "CPU"),
                traffic(s.sustained(), s.unit()));
        out.printf(
                "  contention: %s%n  quantum %s, time slice of the Linux-like policy %s; IABW reference: %s%n"
                        + "  barriers: %s%n%n",
                s.model(), Units.seconds(s.quantumSeconds()), Units.seconds(s.linuxQuantumSeconds()), s.curve(),
                s.barriers());
        if (s.workloads().size() == 1) {
            one(s.workloads().get(0), screen, out);
            return;
        }
        gains(s, screen, out);
        if (!s.summaries().isEmpty()) {
            summaries(s, asked, screen, out);
            PublishedGains.comparison(asked, s).forEach(out::println);
        }
    }

    private static void one(StudiedWorkload w, int screen, PrintWriter out) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("policy", "turnaround s", "gain %", "makespan s", "gain %", "slow-down", "worst",
                "fairness", "bandwidth used", "migrations"));
        for (PolicyResult r : w.results()) {
            rows.add(TextTable.row(r.policy(), number(r.meanTurnaroundSeconds()), percent(r.turnaroundGain()),
                    number(r.makespanSeconds()), percent(r.makespanGain()), decimals(r.meanSlowdown()),
                    decimals(r.maxSlowdown()), decimals(r.fairness()), Units.percent(r.utilisation()),
                    Math.round(r.migrations())));
        }
        if (w.best() != null) {
            rows.add(TextTable.row("best found (not proven)", number(w.best().meanTurnaroundSeconds()),
                    percent(w.best().turnaroundGain()), number(w.best().makespanSeconds()),
                    percent(w.best().makespanGain()), "", "", "", "", ""));
        }
        rows.add(TextTable.row("lower bound", number(w.bound().meanTurnaroundSeconds()), "",
                number(w.bound().makespanSeconds()), "", "", "", "", "", ""));
        out.println(TextTable.text(rows, screen));
        out.println();
        rows.clear();
        List<String> head = new ArrayList<>(List.of("turnaround / alone", "alone s"));
        w.results().forEach(r -> head.add(r.policy()));
        rows.add(head.toArray(String[]::new));
        for (int p = 0; p < w.results().get(0).programs().size(); p++) {
            int program = p;
            var first = w.results().get(0).programs().get(p);
            List<String> row = new ArrayList<>(
                    List.of(first.name() + (first.background() ? " (background)" : ""), number(first.aloneSeconds())));
            w.results()
                    .forEach(r -> row.add(first.background() ? "-" : decimals(r.programs().get(program).slowdown())));
            rows.add(row.toArray(String[]::new));
        }
        out.println(TextTable.text(rows, screen));
    }

    private static void gains(ScheduleStudy s, int screen, PrintWriter out) {
        boolean compared = !s.summaries().isEmpty();
        out.println(compared ? "mean turnaround under the Linux-like policy, s, and savings of the others, %"
                : "mean turnaround, s");
        List<String[]> rows = new ArrayList<>();
        boolean searched = searched(s);
        List<String> head = new ArrayList<>(List.of("workload", "lower bound"));
        s.workloads().get(0).results().forEach(r -> head.add(r.policy()));
        if (searched) {
            head.add("best found");
        }
        rows.add(head.toArray(String[]::new));
        for (StudiedWorkload w : s.workloads()) {
            List<String> row = new ArrayList<>(List.of(w.name(), number(w.bound().meanTurnaroundSeconds())));
            w.results()
                    .forEach(r -> row
                            .add(compared && !r.policy().equals(PolicyName.LINUX.word()) ? percent(r.turnaroundGain())
                                    : number(r.meanTurnaroundSeconds())));
            if (searched) {
                row.add(compared ? percent(w.best().turnaroundGain()) : number(w.best().meanTurnaroundSeconds()));
            }
            rows.add(row.toArray(String[]::new));
        }
        out.println(TextTable.text(rows, screen));
        if (searched) {
            out.println("best found: search with known profiles, background stopped; not proven optimal");
        }
        out.println();
    }

    private static boolean searched(ScheduleStudy s) {
        return s.workloads().stream().allMatch(w -> w.best() != null);
    }

    private static void summaries(ScheduleStudy s, String asked, int screen, PrintWriter out) {
        boolean published = PublishedGains.known(asked);
        List<String[]> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(
                List.of("saved, %", "least", "mean", "most", "worse", "makespan: least", "mean", "most"));
        if (published) {
            head.addAll(List.of("published: least", "mean", "most", "worse"));
        }
        rows.add(head.toArray(String[]::new));
        for (PolicySummary p : s.summaries()) {
            List<String> row = new ArrayList<>(List.of(p.policy(), percent(p.least()), percent(p.mean()),
                    percent(p.most()), Integer.toString(p.worse()), percent(p.makespanLeast()),
                    percent(p.makespanMean()), percent(p.makespanMost())));
            PublishedGains.of(asked, p.policy())
                    .ifPresent(g -> row.addAll(List.of(number(g.least()), number(g.mean()), number(g.most()),
                            g.worse() < 0 ? "-" : Integer.toString(g.worse()))));
            rows.add(row.toArray(String[]::new));
        }
        if (searched(s)) {
            DoubleSummaryStatistics t = s.workloads()
                    .stream()
                    .mapToDouble(w -> w.best().turnaroundGain())
                    .summaryStatistics();
            DoubleSummaryStatistics m = s.workloads()
                    .stream()
                    .mapToDouble(w -> w.best().makespanGain())
                    .summaryStatistics();
            rows.add(TextTable.row("best found", percent(t.getMin()), percent(t.getAverage()), percent(t.getMax()), "-",
                    percent(m.getMin()), percent(m.getAverage()), percent(m.getMax())));
        }
        out.println(TextTable.text(rows, screen));
    }

    /**
     * Prints a fitted curve with its pilots.
     *
     * @param screen width of the terminal in columns; 0 for none
     */
    public static void print(CurveFit fit, int screen, PrintWriter out) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("pilot", "ideal x", "best reference y", "y / x", "makespan saved %: best", "at x", "pbw",
                "tried"));
        for (CurveFit.Pilot p : fit.pilots()) {
            rows.add(TextTable.row(p.workload(), decimals(p.idealBandwidth()), decimals(p.bestReference()),
                    decimals(p.bestReference() / p.idealBandwidth()), percent(p.gain()), percent(p.idealGain()),
                    percent(p.peakGain()), p.tried().size()));
        }
        rows.add(TextTable.row("mean", "", "", "", percent(mean(fit, CurveFit.Pilot::gain)),
                percent(mean(fit, CurveFit.Pilot::idealGain)), percent(mean(fit, CurveFit.Pilot::peakGain)), ""));
        out.println(TextTable.text(rows, screen));
        out.println("published, best reference: mean 3.1 %, up to 8.8 %");
        out.println();
        out.println("fitted:    " + formula(fit.curve())
                + String.format(Locale.ROOT, "   (rms error %.3g, for x from %.3g to %.3g)", fit.curve().error(),
                        fit.curve().from(), fit.curve().to()));
        out.println("published: " + formula(ReferenceCurve.PUBLISHED));
        out.println();
    }

    private static double mean(CurveFit fit, ToDoubleFunction<CurveFit.Pilot> gain) {
        return fit.pilots().stream().mapToDouble(gain).average().orElseThrow();
    }

    /** Returns the formula of a curve. */
    static String formula(ReferenceCurve c) {
        return String.format(Locale.ROOT, "y = %.4g x^2 %s %.4g x %s %.4g", c.square(), c.linear() < 0 ? "-" : "+",
                Math.abs(c.linear()), c.constant() < 0 ? "-" : "+", Math.abs(c.constant()));
    }

    static String percent(double share) {
        return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.1f", share * 100);
    }

    private static String decimals(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** Returns a traffic with its unit. */
    static String traffic(double value, TrafficUnit unit) {
        return unit == TrafficUnit.BYTES_PER_SECOND ? Units.si(value) + unit.label()
                : number(value) + " " + unit.label();
    }

    static String number(double value) {
        return Double.isNaN(value) ? "-"
                : String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : "%.1f", value);
    }
}
