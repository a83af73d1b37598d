package runbench.measure.check;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import runbench.base.home.ProjectHome;
import runbench.base.progress.Progress.LateProgress;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.base.stats.Interval;
import runbench.measure.check.Counting.InEmulation;
import runbench.measure.check.Counting.OnHardware;
import runbench.measure.machine.Metrics;
import runbench.parser.check.CheckJudge;
import runbench.parser.check.CheckReport;
import runbench.parser.check.CheckReport.CheckVerdict;
import runbench.parser.check.CheckedEvents;
import runbench.parser.check.CheckedItem;
import runbench.parser.check.KernelRun;
import runbench.parser.check.KernelRun.KnownCount;
import runbench.parser.metrics.BoundMetric;
import runbench.parser.metrics.Metric;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Recording;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;
import runbench.parser.stats.RunSummary.EventSummary;

/** Runs the kernels of known counts under hardware counters or in emulation and judges the counted values. */
public final class MetricCheck {
    /** Minimum run time of multiplexed kernels in s, so that several multiplexing turns occur. */
    private static final double TURNS_SECONDS = 0.5;
    /** A kernel with many events at a steady rate, for which multiplexed estimates are accurate. */
    private static final String STEADY = "random_branches";

    private final List<Metric> metrics;
    private final CheckedEvents known;
    private final Counting counting;
    private final double seconds;
    private final KernelProgram program = new KernelProgram(ProjectHome.folder());
    private final List<KernelRun> runs = new ArrayList<>();
    private final Map<String, String> skipped = new LinkedHashMap<>();
    private final Map<String, String> ran = new LinkedHashMap<>();

    /**
     * Creates a check.
     *
     * @param seconds approximate time of all kernels in s; their preparation takes additional time
     * @param emulated count in emulation instead of on hardware
     */
    public MetricCheck(List<Metric> metrics, double seconds, boolean emulated) {
        this.metrics = List.copyOf(metrics);
        this.seconds = seconds;
        known = CheckedEvents.load(emulated ? Microarchitectures.emulated() : Metrics.processor());
        counting = emulated ? new InEmulation(known) : new OnHardware(known);
    }

    /**
     * The result.
     *
     * @param report the report
     * @param file file in which it is kept
     */
    public record Outcome(CheckReport report, Path file) {}

    /**
     * Runs the check.
     *
     * @throws runbench.base.error.RunbenchException exit code 3: kernels or counters cannot be used; 130: interrupted
     */
    public Outcome run(ProgressDisplay display) throws IOException {
        List<KernelProgram.Kernel> kernels = new ArrayList<>();
        for (KernelProgram.Kernel k : program.list()) {
            if (!k.skipped().isEmpty()) {
                skipped.put(k.name(), k.skipped());
            } else if (!events(k.truths().keySet()).isEmpty()) {
                Optional<KernelProgram.Kernel> same = kernels.stream()
                        .filter(before -> hasSameTruths(before, k))
                        .findFirst();
                same.ifPresentOrElse(
                        s -> skipped.put(k.name(), "its countable events are the same as those of " + s.name()),
                        () -> kernels.add(k));
            }
        }
        try (display; KernelRuns place = KernelRuns.open()) {
            LateProgress progress = new LateProgress(display.start("checking", " kernels"), kernels.size());
            for (KernelProgram.Kernel kernel : kernels) {
                check(kernel, seconds / kernels.size(), place);
                progress.step();
            }
        }
        CheckJudge judge = new CheckJudge(known, runs);
        KeptChecks kept = KeptChecks.ofThisMachine();
        CheckReport report = new CheckReport(kept.machine(), counting.name(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), ran, skipped,
                judge.events(counting.uncountable()), judge.metrics(unknown()));
        return new Outcome(report, kept.keep(report));
    }

    /** Returns whether two kernels have the same true counts of the countable events. */
    private boolean hasSameTruths(KernelProgram.Kernel a, KernelProgram.Kernel b) {
        return a.unit().equals(b.unit()) && countableTruths(a).equals(countableTruths(b));
    }

    private Map<String, Double> countableTruths(KernelProgram.Kernel kernel) {
        Map<String, Double> countableTruths = new LinkedHashMap<>();
        known.all()
                .stream()
                .filter(e -> counting.countable().containsKey(e.name()) && kernel.truths().containsKey(e.quantity()))
                .forEach(e -> countableTruths.put(e.name(), known.truth(e.name(), kernel.truths()).expected()));
        return countableTruths;
    }

    private void check(KernelProgram.Kernel kernel, double share, KernelRuns place) throws IOException {
        Set<String> events = events(kernel.truths().keySet());
        List<Counting.Start> plan = counting.plan(events);
        double roundSeconds = Math.max(1e-7, program.run(kernel.name(), 1).nanos() / 1e9 * counting.slowdown());
        long rounds = Math.max(1, Math.round(share / plan.size() / roundSeconds));
        Recording prepared = place.recording(plan, program.command(kernel.name(), 0));
        Recording worked = prepared == null ? null : place.recording(plan, program.command(kernel.name(), rounds));
        if (worked == null) {
            skipped.put(kernel.name(), "it cannot run where it would be counted");
            return;
        }
        ran.put(kernel.name(), kernel.meaning());
        KernelProgram.ReportedWork said = KernelProgram.read(place.output()).orElseThrow();
        runs.add(new CountedKernel(worked, prepared, known).against(kernel.name(), said, metrics, false));
        Optional<Counting.Start> turns = kernel.name().equals(STEADY) ? counting.inTurns(events) : Optional.empty();
        if (turns.isPresent()) {
            long many = Math.max(rounds, Math.round(TURNS_SECONDS / roundSeconds));
            Recording estimated = place.recording(List.of(turns.get()), program.command(kernel.name(), many));
            said = KernelProgram.read(place.output()).orElseThrow();
            runs.add(new CountedKernel(estimated, prepared, known).against(kernel.name(), said, metrics, true));
        }
    }

    /** Returns the requested names of events. */
    private Set<String> events(Set<String> quantities) {
        Set<String> asked = new LinkedHashSet<>();
        known.all()
                .stream()
                .filter(e -> quantities.contains(e.quantity()) && counting.countable().containsKey(e.name()))
                .forEach(e -> asked.add(counting.countable().get(e.name())));
        return asked;
    }

    /** Returns, per metric, why it is unknown if no kernel checks it. */
    private Map<String, CheckedItem> unknown() {
        Map<String, CheckedItem> all = new LinkedHashMap<>();
        for (Metric m : metrics) {
            Optional<String> obstacle = Optional.empty();
            boolean countable = false;
            for (Metric.Way way : m.ways()) {
                Optional<String> missing = way.events()
                        .stream()
                        .filter(counting.uncountable()::containsKey)
                        .findFirst();
                countable |= missing.isEmpty();
                obstacle = obstacle.isPresent() ? obstacle : missing;
            }
            all.put(m.name(),
                    new CheckedItem(m.name(), null,
                            countable || obstacle.isEmpty() ? CheckVerdict.NOT_CHECKED : CheckVerdict.NOT_COUNTABLE,
                            countable || obstacle.isEmpty() ? "no kernel has a known value for it"
                                    : obstacle.get() + ": " + counting.uncountable().get(obstacle.get()),
                            List.of()));
        }
        return all;
    }

    /** Compares the counts of a kernel's recording with those of a run that only prepares the kernel's data. */
    private static final class CountedKernel {
        private final Periods periods;
        private final RunSummary worked;
        private final RunSummary prepared;
        private final CheckedEvents known;

        CountedKernel(Recording worked, Recording prepared, CheckedEvents known) {
            periods = Periods.of(worked);
            this.worked = RunSummary.of(periods);
            this.prepared = RunSummary.of(Periods.of(prepared));
            this.known = known;
        }

        KernelRun against(String kernel, KernelProgram.ReportedWork said, List<Metric> metrics, boolean multiplexed) {
            Map<String, KernelRun.Count> counts = new LinkedHashMap<>();
            for (EventSummary e : worked.events()) {
                KernelRun.Count count = difference(e);
                if (count != null) {
                    counts.put(CheckedEvents.plain(e.name()), count);
                }
            }
            return new KernelRun(kernel, said.units(), said.truths(), counts,
                    multiplexed ? List.of() : metrics(said, metrics, counts), multiplexed);
        }

        /** Returns the difference of an event's counts; null: not counted. */
        private KernelRun.Count difference(EventSummary e) {
            EventSummary before = prepared.events()
                    .stream()
                    .filter(b -> b.name().equals(e.name()))
                    .findFirst()
                    .orElse(null);
            if (e.finalCount() == null || before == null || before.finalCount() == null) {
                return null;
            }
            double error = e.finalEstimateError() == null ? 0 : e.finalEstimateError();
            return new KernelRun.Count(count(e) - count(before), error);
        }

        private static double count(EventSummary e) {
            return e.finalEstimate() != null ? e.finalEstimate() : e.finalCount();
        }

        private List<KernelRun.MetricOfKernel> metrics(KernelProgram.ReportedWork said, List<Metric> metrics,
                Map<String, KernelRun.Count> counts) {
            double run = seconds(worked.runS()) - seconds(prepared.runS());
            double wall = worked.wallS() - prepared.wallS();
            List<EventInfo> events = periods.events();
            List<KernelRun.MetricOfKernel> all = new ArrayList<>();
            for (BoundMetric m : BoundMetric.bind(metrics, periods)) {
                if (!m.computable() || m.events().isEmpty()
                        || !m.events().stream().allMatch(e -> truth(e, said) != null && counts.containsKey(plain(e)))) {
                    continue;
                }
                double seen = m.of(
                        values(events, e -> counts.containsKey(plain(e)) ? counts.get(plain(e)).value() : Double.NaN),
                        run * 1e9, wall * 1e9);
                double expected = m.of(
                        values(events, e -> truth(e, said) == null ? Double.NaN : truth(e, said).expected()), run * 1e9,
                        wall * 1e9);
                Interval bounds = m.enclose(events.stream()
                        .map(e -> truth(e, said) == null ? Interval.ALL
                                : CheckJudge.allowed(truth(e, said), said.units()))
                        .toList(), Interval.exactly(run), Interval.exactly(wall));
                if (!Double.isNaN(seen) && !Double.isNaN(expected) && bounds.finite()) {
                    all.add(new KernelRun.MetricOfKernel(m.metric().name(), m.way().orElseThrow().formula().toString(),
                            expected, bounds, seen));
                }
            }
            return all;
        }

        private KnownCount truth(EventInfo event, KernelProgram.ReportedWork said) {
            return known.truth(event.name(), said.truths());
        }

        private static String plain(EventInfo event) {
            return CheckedEvents.plain(event.name());
        }

        private static double[] values(List<EventInfo> events, ToDoubleFunction<EventInfo> of) {
            return IntStream.range(0, events.size()).mapToDouble(i -> of.applyAsDouble(events.get(i))).toArray();
        }

        private static double seconds(Double known) {
            return known == null ? 0 : known;
        }
    }
}
