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
import runbench.base.home.ProjectHome;
import runbench.base.progress.LateProgress;
import runbench.base.progress.ProgressDisplay;
import runbench.measure.machine.Metrics;
import runbench.parser.check.CheckJudge;
import runbench.parser.check.CheckReport;
import runbench.parser.check.CheckVerdict;
import runbench.parser.check.CheckedEvents;
import runbench.parser.check.CheckedItem;
import runbench.parser.check.KernelRun;
import runbench.parser.metrics.Metric;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.parser.record.Recording;

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
        counting = emulated ? new InEmulation(known) : new OnCounters(known);
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
                        .filter(before -> tellsTheSame(before, k))
                        .findFirst();
                same.ifPresentOrElse(
                        s -> skipped.put(k.name(), "of what is counted here it tells no more than " + s.name()),
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
    private boolean tellsTheSame(KernelProgram.Kernel a, KernelProgram.Kernel b) {
        return a.unit().equals(b.unit()) && told(a).equals(told(b));
    }

    private Map<String, Double> told(KernelProgram.Kernel kernel) {
        Map<String, Double> told = new LinkedHashMap<>();
        known.all()
                .stream()
                .filter(e -> counting.countable().containsKey(e.name()) && kernel.truths().containsKey(e.quantity()))
                .forEach(e -> told.put(e.name(), known.truth(e.name(), kernel.truths()).expected()));
        return told;
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
        KernelProgram.Said said = KernelProgram.read(place.output()).orElseThrow();
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
                            countable || obstacle.isEmpty() ? "no kernel tells what it should be"
                                    : obstacle.get() + ": " + counting.uncountable().get(obstacle.get()),
                            List.of()));
        }
        return all;
    }
}
