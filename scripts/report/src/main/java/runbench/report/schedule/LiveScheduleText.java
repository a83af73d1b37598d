package runbench.report.schedule;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Units;
import runbench.parser.compare.PairsNeeded;
import runbench.report.text.TextTable;
import runbench.schedule.result.LiveResult;
import runbench.schedule.result.LiveResult.LiveOutcome;
import runbench.schedule.result.LiveResult.TrafficBasis;
import runbench.schedule.result.LiveStudy;
import runbench.schedule.result.LiveStudy.PolicyGain;

/** Prints live schedules on a terminal. */
public final class LiveScheduleText {
    private static final String UNKNOWN = "-";

    private LiveScheduleText() {
    }

    /** Prints one run. */
    public static void print(LiveResult r, PrintWriter out) {
        out.printf(Locale.ROOT, "%s under %s: %s on %s, quantum %s%s%n", r.workload(), r.policy(),
                Units.counted(r.programs().size(), "program"), Units.counted(r.cpus().size(), "CPU"),
                Units.seconds(r.quantumSeconds()), r.interrupted() ? ", interrupted" : "");
        out.printf("  traffic: %s; times alone: %s%n", r.trafficSource(), r.aloneSource().label());
        if (r.sustained() != null) {
            out.printf("  sustained bandwidth %s%s: %s%n", Units.si(r.sustained()).strip(), r.unit(),
                    r.sustainedFrom());
        }
        out.println();
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("program", "s", "alone", "slow-down", "ran", "CPU s", "switches", "migrated", r.unit(),
                "ended"));
        for (LiveOutcome p : r.programs()) {
            rows.add(TextTable.row(p.name() + (p.background() ? " (background)" : ""), number(p.seconds()),
                    number(p.aloneSeconds()), number(p.slowdown()), number(p.ranSeconds()), number(p.cpuSeconds()),
                    p.switches() == null ? UNKNOWN : p.switches(), p.migrations() == null ? UNKNOWN : p.migrations(),
                    traffic(p), end(p, r.interrupted())));
        }
        out.println(TextTable.text(rows));
        if (r.trafficBasis() == TrafficBasis.MIXED || r.trafficBasis() == TrafficBasis.PROFILE) {
            out.println("~ from the profile for some or all of the time");
        }
        out.printf(Locale.ROOT, "%nmakespan %s s; %s%n", number(r.makespanSeconds()),
                r.meanSlowdown() == null ? "slow-downs unknown for some programs"
                        : "slow-down " + number(r.meanSlowdown()) + " mean, " + number(r.maxSlowdown())
                                + " maximum; fairness (Jain) " + number(r.fairness()));
        if (r.lateness() != null) {
            out.printf(Locale.ROOT, "lateness of quanta: median %.1f ms, 99th percentile %.1f ms, maximum %.1f ms%n",
                    r.lateness().medianMillis(), r.lateness().p99Millis(), r.lateness().maxMillis());
        }
        if (r.pausedSeconds() > 0) {
            out.printf(Locale.ROOT, "all programs were stopped for %s s; this time is not counted%n",
                    number(r.pausedSeconds()));
        }
        held(r, out);
        r.programs().forEach(p -> p.failures().forEach(f -> out.printf("failed: %s: %s%n", p.name(), f)));
    }

    private static String traffic(LiveOutcome p) {
        return p.traffic() == null ? UNKNOWN
                : (p.trafficBasis() == TrafficBasis.COUNTED ? "" : "~") + Units.si(p.traffic()).strip();
    }

    private static void held(LiveResult r, PrintWriter out) {
        r.programs()
                .stream()
                .filter(p -> p.heldBy() != null)
                .findFirst()
                .ifPresent(p -> out.printf("stopped by: %s%s%n", p.heldBy().label(),
                        p.whySignals().isEmpty() ? "" : " (" + p.whySignals() + ")"));
    }

    private static String end(LiveOutcome p, boolean interrupted) {
        if (p.background()) {
            return Units.counted(p.rounds(), "round");
        }
        return p.succeeded() ? "ok" : p.failures().isEmpty() ? interrupted ? "interrupted" : "running" : "failed";
    }

    /** Prints a comparison of policies. */
    public static void print(LiveStudy s, PrintWriter out) {
        out.printf(Locale.ROOT,
                "%s: %d of %s compared, policies alternate (seed %d)%s; baseline %s; times alone: %s%n%n", s.workload(),
                s.rounds(), Units.counted(s.repetitions(), "repetition"), s.seed(),
                s.interrupted() ? ", interrupted" : "", s.baseline(), s.aloneSource().label());
        if (s.policies().isEmpty()) {
            out.println("nothing to compare: no repetition is complete");
            return;
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("policy", "quantity", s.baseline(), "policy", "policy / " + s.baseline(), "95 %",
                "verdict"));
        for (PolicyGain g : s.policies()) {
            for (PolicyGain.GainedQuantity q : g.quantities()) {
                rows.add(TextTable.row(g.policy(), q.title(), number(q.baseline()), number(q.policy()),
                        number(q.ratio()), q.low() == null ? UNKNOWN : number(q.low()) + ".." + number(q.high()),
                        verdict(q)));
            }
        }
        out.println(TextTable.text(rows));
    }

    private static String verdict(PolicyGain.GainedQuantity q) {
        return q.verdict().label() + (q.runsMore() == null ? ""
                : q.runsMore() >= PairsNeeded.MAX_PAIRS ? " (too noisy here)" : " (" + q.runsMore() + " more needed)");
    }

    private static String number(Double value) {
        return value == null ? UNKNOWN : String.format(Locale.ROOT, value < 100 ? "%.3f" : "%.1f", value);
    }
}
