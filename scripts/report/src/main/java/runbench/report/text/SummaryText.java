package runbench.report.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import runbench.base.quantity.Printable;
import runbench.base.quantity.Units;
import runbench.parser.metrics.MetricSummary;
import runbench.parser.record.EventInfo;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.Metadata.Observed;
import runbench.parser.record.Metadata.RecordedAxis;
import runbench.parser.series.OffCpu;
import runbench.parser.stats.RunLog.LoggedSummary;
import runbench.parser.stats.RunLog.RegionSummary;
import runbench.parser.stats.RunSummary;
import runbench.parser.stats.RunSummary.EventSummary;
import runbench.parser.stats.ScopeSummary;
import runbench.parser.window.PartCollector.PartSummary;
import runbench.report.Bounded;
import runbench.report.RunCaption;
import runbench.sampler.environment.Disturbance;

/** Prints the short summary of a run on the terminal. */
public final class SummaryText {
    private static final String ROW = "%-22s ";
    private static final int MAX_SCHEDULES = 8;
    /** Maximum difference between the CPU time of a program and the sum of its tasks that needs no reason. */
    private static final double MAX_DIFFERENCE = 0.01;
    private static final String BYTES = "B/s";
    /** Count of an event below which its rates say nothing: chance alone changes them by a quarter. */
    private static final int MIN_COUNT_OF_RATES = 20;

    private SummaryText() {
    }

    public static void print(RunSummary s, PrintWriter out) {
        out.println(Printable.line(s.benchmark() + RunCaption.headline(s).map(words -> ": " + words).orElse("")));
        out.printf("  %s%n", Printable.line(RunCaption.label(s)));
        out.printf("  %s; %s mode, period %s%n", Printable.line(RunCaption.source(s)), s.mode().label(), period(s));
        if (s.emulated() != null) {
            out.printf("  %s%n", s.emulated().words());
        }
        boolean groups = s.whose() != null && s.whose().ofCgroups();
        String unit = s.provenance().observed().is(Observed.CPUS) || groups ? "CPU" : "task";
        s.tooFewSamples().ifPresent(words -> out.printf("  %s%n", words));
        out.printf("  %s of %s%s, %,d lost%s%n", Units.counted(s.samples(), "sample"),
                Units.counted(s.taskCount(), unit), irregular(s), s.lost(), overhead(s));
        out.printf("  %s%n", times(s));
        printStates(s.offCpu(), out);
        for (EventSummary e : s.events()) {
            if (e.status() != CountStatus.NOT_COUNTED) {
                out.printf("  " + ROW + "%s%n", Printable.line(e.name()), counted(e));
            }
        }
        RunCaption.uncounted(s)
                .forEach((reason, names) -> out.printf("  " + ROW + "not counted: %s%n",
                        Printable.line(String.join(", ", names)), Printable.line(reason)));
        remedies(s).forEach((remedy, names) -> out.printf("  -> to count %s: %s%n", String.join(", ", names), remedy));
        s.metrics()
                .stream()
                .filter(m -> m.value() != null)
                .forEach(m -> out.printf("  " + ROW + "%s%n", m.name(), computed(m)));
        RunCaption.missing(s)
                .forEach((reason, names) -> out.printf("  " + ROW + "not computed: %s%n",
                        Printable.line(String.join(", ", names)), Printable.line(reason)));
        StructureText.print(s.structure(), out);
        IntervalsText.print(s.simpoints(), out);
        if (groups && s.whose().choice() == null) {
            printGroups(s.whose(), out);
        }
        printSchedule(s, out);
        LoggedText.print(s.log(), out);
        s.notes().forEach(n -> out.printf("  note: %s%n", n));
        s.discrepancies().forEach(d -> out.printf("  ! %s%n", d));
        s.damaged().ifPresent(d -> out.printf("  ! the recording is %s%n", d.words()));
    }

    /** Prints the wall time by the state of the program, and the source of these times. */
    private static void printStates(OffCpu off, PrintWriter out) {
        if (off == null) {
            return;
        }
        String times = off.offCpuS() == null ? ""
                : off.readyS() == null
                        ? "off CPU " + (off.isMinimum() ? "at least " : "") + Units.seconds(off.offCpuS()) + "; "
                        : "on CPU %s, ready %s, waiting %s; ".formatted(Units.seconds(off.onCpuS()),
                                Units.seconds(off.readyS()), Units.seconds(off.waitingS()));
        out.printf("  " + ROW + "%s%s%s%n", "wall time", times, off.source().words(),
                off.reason() == null ? "" : " (" + off.reason() + ")");
    }

    private static void printGroups(ScopeSummary whose, PrintWriter out) {
        whose.cgroups()
                .forEach(g -> out.printf("  " + ROW + "%s on CPUs; %s%n", g.name(), Units.seconds(g.runS()),
                        g.counts()
                                .entrySet()
                                .stream()
                                .map(c -> String.format(Locale.ROOT, "%s %,d", c.getKey(), c.getValue()))
                                .collect(Collectors.joining(", "))));
    }

    private static void printSchedule(RunSummary s, PrintWriter out) {
        if (s.scheduling() == null) {
            return;
        }
        s.scheduling()
                .stream()
                .limit(MAX_SCHEDULES)
                .forEach(t -> out.printf(
                        "  " + ROW + "%s on CPU, %s ready, %s waiting; left the CPU %s, %,d of them preempted%s%n",
                        Printable.line(t.name()) + " " + t.tid(), Units.seconds(t.onCpuS()), Units.seconds(t.readyS()),
                        Units.seconds(t.waitingS()), Units.times(t.switches()), t.preemptions(),
                        t.counterLoadingS() == null ? ""
                                : "; " + Units.nanos(1e9 * t.counterLoadingS()) + " per switch for the counters"));
        if (s.scheduling().size() > 1 && s.offCpu() != null && s.offCpu().tasks() != null) {
            OffCpu.TaskSums all = s.offCpu().tasks();
            out.printf("  " + ROW + "%s on CPU, %s ready, %s waiting, added up%s%n", "all tasks",
                    Units.seconds(all.onCpuS()), Units.seconds(all.readyS()), Units.seconds(all.waitingS()),
                    beyondSwitches(s.cpuS(), all.onCpuS()));
        }
        RunCaption.imbalance(s).ifPresent(words -> out.printf("  " + ROW + "%s%n", "threads", Printable.line(words)));
        if (s.scheduling().size() > MAX_SCHEDULES) {
            out.printf("  " + ROW + "see summary.json for %s%n", "...",
                    s.scheduling().size() < s.taskCount() ? "the " + s.scheduling().size() + " tasks that ran longest"
                            : "all " + s.scheduling().size() + " tasks");
        }
    }

    /** Returns the reason why the sum over tasks is less than the CPU time of the program; empty if it is not. */
    static String beyondSwitches(Double cpuS, double onCpuS) {
        return cpuS == null || cpuS - onCpuS <= MAX_DIFFERENCE * cpuS ? ""
                : "; starts and ends of tasks, before the first record of switches and after the last one, take "
                        + Units.seconds(cpuS - onCpuS) + " more";
    }

    /** Returns remedies that make uncounted events countable: remedy to events, as stated by the sampler. */
    private static Map<String, List<String>> remedies(RunSummary s) {
        Map<String, List<String>> remedies = new LinkedHashMap<>();
        JsonNode run = s.provenance().run();
        if (run != null) {
            for (JsonNode n : run.path("not_counted")) {
                String remedy = n.path("remedy").asText("");
                if (!remedy.isEmpty()) {
                    remedies.computeIfAbsent(remedy, r -> new ArrayList<>()).add(n.path("name").asText());
                }
            }
        }
        return remedies;
    }

    private static String computed(MetricSummary m) {
        String extremes = m.lowest() == null ? ""
                : "   periods " + value(m.lowest(), m) + " to " + value(m.highest(), m);
        String estimate = m.reason() == null ? "" : "   (estimate: " + m.reason() + ")";
        String check = m.check() == null ? "" : "   " + m.check().words();
        return value(m.value(), m) + Bounded.bounds(m.interval(), v -> value(v, m)) + unitBehind(m.unit()) + extremes
                + estimate + check;
    }

    private static String value(double value, MetricSummary m) {
        return m.unit().equals("share") ? Units.percent(value)
                : m.unit().startsWith(BYTES) ? Units.si(value) + (value < 999.5 ? " " : "") + BYTES : Units.si(value);
    }

    /** Returns the part of a unit that follows all values of a metric; the other part follows each of them. */
    private static String unitBehind(String unit) {
        return unit.equals("share") ? "" : unit.startsWith(BYTES) ? unit.substring(BYTES.length()) : " " + unit;
    }

    private static String period(RunSummary s) {
        if (s.axis().is(RecordedAxis.INSTRUCTIONS)) {
            return Units.si(s.periodNs()) + " instructions";
        }
        String nominal = Units.nanos(s.periodNs());
        RunSummary.PeriodQuality kept = s.period();
        if (kept == null || kept.p50Ns() == null || s.samples() < RunSummary.MIN_SAMPLES) {
            return nominal;
        }
        return "%s (measured: median %s, 99 %% within %s)".formatted(nominal, Units.nanos(kept.p50Ns()),
                Units.nanos(kept.p99Ns()));
    }

    private static String irregular(RunSummary s) {
        if (s.irregularShare() == null) {
            return "";
        }
        String repeated = s.repeated() == 0 ? "" : String.format(Locale.ROOT, ", %,d repeated", s.repeated());
        return ", " + Units.percent(s.irregularShare()) + " of the periods irregular (> 1.5 x nominal)" + repeated;
    }

    private static String overhead(RunSummary s) {
        return s.costPerSampleNs() == null || s.costPerSampleNs() == 0 ? ""
                : "; overhead per sample " + Units.nanos(s.costPerSampleNs());
    }

    private static String times(RunSummary s) {
        String cpu = s.cpuS() == null ? "" : ", " + Units.seconds(s.cpuS()) + " CPU";
        return Units.seconds(s.wallS()) + " wall" + cpu + RunCaption.ending(s).map(e -> "; the run " + e).orElse("");
    }

    private static String counted(EventSummary e) {
        String estimate = e.finalEstimate() == null ? ""
                : " (estimated %s%s, counted %s of the time)".formatted(Units.si(e.finalEstimate()), interval(e),
                        Units.percent(e.shareMeasured()));
        String peak = e.peakRate() == null ? "" : ", peak " + Units.si(e.peakRate());
        boolean few = e.finalCount() != null && e.finalCount() < MIN_COUNT_OF_RATES;
        String rates = e.meanRate() == null || few ? ""
                : "   mean %s %s%s".formatted(Units.si(e.meanRate()), e.rateUnit(), peak);
        String reservation = e.finalEstimate() == null && e.reason() != null ? " (" + e.reason() + ")" : "";
        String scope = e.countedAs() != null && e.countedAs().contains("user mode only") ? "   (user mode only)" : "";
        String wide = e.socketWide() ? "   (" + EventInfo.SOCKET_WIDE + ")" : "";
        String count = e.scaled() == null
                ? "%,d %s".formatted(e.finalCount(), e.finalCount() == 1 ? singular(e.unit()) : e.unit())
                : Units.si(e.scaled()) + " " + e.scaledUnit();
        return "%s%s%s%s%s%s".formatted(count, wide, reservation, estimate, rates, scope);
    }

    private static String singular(String unit) {
        return unit.equals("ns") || !unit.endsWith("s") ? unit
                : unit.substring(0, unit.length() - (unit.endsWith("ches") ? 2 : 1));
    }

    private static String interval(EventSummary e) {
        return e.finalEstimateError() == null ? ", interval unknown"
                : e.finalEstimate() == 0 ? "" : " ± " + Units.percent(e.finalEstimateError() / e.finalEstimate());
    }

    /** Prints statistics of a part of a run. */
    public static final class PartText {
        private PartText() {
        }

        public static void print(PartSummary p, PrintWriter out) {
            out.println(Printable.line(p.benchmark()));
            out.printf("  part of the run: %s, %s of its %s; totals of the run: omit --from, --to, --phase%n",
                    p.window().words(p.axis()), Units.percent(p.share()), p.axis().label());
            out.printf(Locale.ROOT, "  %s, %s%n",
                    p.instructions() != null ? Units.si(p.instructions()) + " instructions"
                            : Units.seconds(p.lengthS()) + " long, " + Units.seconds(p.runS()) + " running",
                    Units.counted(p.samples(), "sample"));
            for (PartSummary.PartEvent e : p.events()) {
                String rate = e.meanRate() == null ? "" : "   mean " + Units.si(e.meanRate()) + " " + e.rateUnit();
                String peak = e.peakRate() == null ? "" : ", peak " + Units.si(e.peakRate());
                String estimate = e.shareMeasured() < RunCaption.FULLY_MEASURED
                        ? " (scaled estimate: counted " + Units.percent(e.shareMeasured()) + " of the time)"
                        : "";
                out.printf(Locale.ROOT, "  %-22s %,.0f %s%s%s%s%n", Printable.line(e.name()), e.count(), e.unit(),
                        estimate, rate, peak);
            }
            for (PartSummary.PartMetric m : p.metrics()) {
                out.printf("  %-22s %s%n", m.name(),
                        m.unit().equals("share") ? Units.percent(m.value()) : Units.si(m.value()) + " " + m.unit());
            }
        }
    }

    /** Prints the regions that a program logged: one row per region, with its counts. */
    static final class LoggedText {
        private static final int MAX_REGIONS = 12;
        private static final int MAX_EVENTS = 4;

        private LoggedText() {
        }

        /**
         * Prints the regions.
         *
         * @param log logged regions; null if nothing was logged
         */
        static void print(LoggedSummary log, PrintWriter out) {
            if (log == null) {
                return;
            }
            out.printf("  %s logged by the program%s%n", Units.counted(log.events(), "event"),
                    log.regions().isEmpty() ? "" : ":");
            List<String[]> rows = new ArrayList<>();
            log.regions().stream().limit(MAX_REGIONS).forEach(r -> rows.add(row(r)));
            if (!rows.isEmpty()) {
                TextTable.text(rows).lines().forEach(line -> out.println("    " + line));
                out.printf("    (%s; complete: summary.json, regions.csv)%n", log.edges());
            }
            if (log.regions().size() > MAX_REGIONS) {
                out.printf("    ... and %,d more%n", log.regions().size() - MAX_REGIONS);
            }
            log.remarks().forEach(r -> out.printf("  ! %s%n", r));
        }

        private static String[] row(RegionSummary r) {
            List<String> cells = new ArrayList<>(List.of(r.name() + (r.kind().equals("state") ? " (state)" : ""),
                    String.format("%,d x", r.count()), Units.seconds(r.totalS())));
            r.events()
                    .stream()
                    .limit(MAX_EVENTS)
                    .forEach(e -> cells.add(e.event() + " " + Units.si(e.count()) + " (" + Units.si(e.atLeast())
                            + " .. " + Units.si(e.atMost()) + ")"));
            if (r.open() > 0) {
                cells.add(String.format("%,d without an end", r.open()));
            }
            return cells.toArray(String[]::new);
        }
    }

    /** Formats sources of noise in a measurement. */
    public static final class DisturbanceText {
        private DisturbanceText() {
        }

        /** Returns a warning before a run: source, consequence and remedy. */
        public static String line(Disturbance d) {
            return d.detail() + ": " + d.consequence() + " -> " + d.remedy();
        }

        /** Returns the line of a summary, without sources that its headline states; empty if there are no others. */
        public static List<String> summary(List<Disturbance> all, RunSummary of) {
            String headline = RunCaption.headline(of).orElse("");
            List<String> other = all.stream().map(Disturbance::detail).filter(d -> !headline.contains(d)).toList();
            return other.isEmpty() ? List.of() : List.of("noise sources: " + String.join("; ", other));
        }
    }
}
