package runbench.report.text;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.parser.simpoint.EventEstimate;
import runbench.parser.simpoint.IntervalReport.IntervalCluster;
import runbench.parser.simpoint.IntervalReport.TaskIntervals;
import runbench.parser.simpoint.IntervalReport;
import runbench.parser.simpoint.PlacedIntervals;

/** Prints the representative intervals of a run. */
public final class IntervalsText {
    private static final int NAME_WIDTH = 15;

    private IntervalsText() {
    }

    /**
     * Prints one line per task in the summary of a run.
     *
     * @param chosen intervals; null if the run has no vectors, then nothing is printed
     */
    static void print(PlacedIntervals chosen, PrintWriter out) {
        String head = "representatives";
        for (PlacedIntervals.OfTask t : chosen == null ? List.<PlacedIntervals.OfTask>of() : chosen.tasks()) {
            out.printf(Locale.ROOT, "  %-22s %s%s%n", head, chosen.taskCount() > 1 ? "task " + t.task() + ": " : "",
                    sentence(t));
            head = "";
        }
    }

    /** Returns a sentence with the number of representative intervals and their estimate. */
    private static String sentence(PlacedIntervals.OfTask t) {
        String chosen = String.format(Locale.ROOT, "%,d of %,d intervals, one per cluster", t.clusters().size(),
                t.intervals());
        return chosen + t.estimates()
                .stream()
                .findFirst()
                .map(e -> String.format(Locale.ROOT,
                        "; %s from a sample of %,d: %s [%s, %s] per 1,000 instr., all intervals %s", e.event(),
                        t.measured(), rate(e.stratified()), rate(e.low()), rate(e.high()), rate(e.all())))
                .orElse("");
    }

    /**
     * Prints a report.
     *
     * @param tasks maximum number of tasks
     */
    public static void print(IntervalReport report, int tasks, PrintWriter out) {
        report.tasks().stream().limit(tasks).forEach(t -> print(t, report, out));
        int more = report.tasks().size() - tasks;
        if (more > 0) {
            out.printf("%s with fewer instructions (--tasks)%n", Units.counted(more, "other thread"));
        }
        if (!report.counters().isEmpty()) {
            out.printf(
                    "Similarity: block vectors, projected to %d dimensions,%n       and %s per instruction (weight %s "
                            + "each).%n",
                    report.dimensions(), String.join(" and ", report.counters()),
                    Numbers.fixed(report.counterWeight(), 2));
        }
    }

    private static void print(TaskIntervals t, IntervalReport report, PrintWriter out) {
        out.printf("task %d: %s of %s instructions, %,d blocks of code, %s%n", t.task(),
                Units.counted(t.intervals(), "interval"), Numbers.si(t.length(), 3, ""), t.blocks(),
                Units.counted(t.clusters().size(), "cluster"));
        out.printf("  %7s  %9s  %7s  %-32s  %s%n", "cluster", "intervals", "share", "representative", "mostly in");
        for (IntervalCluster c : t.clusters()) {
            out.printf("  %7d  %,9d  %5.1f %%  %-32s  %s%n", c.cluster(), c.intervals(), 100 * c.share(),
                    "interval " + c.representative() + ", from " + Numbers.si(c.from(), 4, ""), c.function());
        }
        if (t.estimates().isEmpty()) {
            return;
        }
        out.printf("  for %s to +-%s: measure %s (%s of them)%n", t.estimates().get(0).event(),
                Numbers.percent(report.error()), Units.counted(t.measured().size(), "interval"),
                Numbers.percent(t.measuredShare()));
        out.printf("  %-" + NAME_WIDTH + "s %7s  %7s %8s  %7s %7s  %s%n", "per 1,000 instr", "all", "SimPt", "",
                "strata", "", "95 % interval");
        for (EventEstimate e : t.estimates()) {
            out.println(String
                    .format("  %-" + NAME_WIDTH + "s %7s  %7s %8s  %7s %7s  %s-%s %s", e.event(), rate(e.all()),
                            rate(e.simpoint()), error(e.simpointError(), 1), rate(e.stratified()),
                            error(e.stratifiedError(), 2), rate(e.low()), rate(e.high()), e.holds() ? "" : "MISSED")
                    .stripTrailing());
        }
        if (t.estimates().stream().anyMatch(EventEstimate::used)) {
            out.println("  References are used for clustering, so their rows are not an independent check.");
        }
        if (!t.estimates().stream().allMatch(EventEstimate::holds)) {
            out.println("  MISSED: the count of all intervals is outside the interval.");
        }
        if (t.repeated() != null) {
            TaskIntervals.Repeated r = t.repeated();
            out.printf(
                    "  %s, %,d random samples: inside the interval in %s, error above %s in %s,%n  maximum %s; %s of "
                            + "the intervals measured%n",
                    t.estimates().get(0).event(), r.draws(), Numbers.percent(r.held()), Numbers.percent(report.error()),
                    Numbers.percent(r.beyond()), Numbers.percent(r.worst()), Numbers.percent(r.measured()));
        }
    }

    private static String rate(double perInstruction) {
        return String.format(Locale.ROOT, "%.4g", 1000 * perInstruction);
    }

    private static String error(double relative, int decimals) {
        return String.format(Locale.ROOT, "%+." + decimals + "f %%", 100 * relative);
    }
}
