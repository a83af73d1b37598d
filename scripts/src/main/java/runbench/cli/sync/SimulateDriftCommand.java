package runbench.cli.sync;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.cli.Terminal;
import runbench.base.progress.Progress;
import runbench.sync.scenario.Bed;
import runbench.sync.scenario.DriftRun;
import runbench.sync.scenario.DriftRun.Outcome;
import runbench.sync.scenario.Plan;

/** {@code runbench sync simulate drift}. */
@Command(
        name = "drift",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"Oscillators that wander for hours: prediction only, against re-synchronising on tolerance.",
            "Published beside it: Kobayashi et al. (Clop), figure 8: up to 23 ms in 12 h by prediction only."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench sync simulate drift --hours 12 --wander 0.05,0.53 --tolerance 1ms,100us --runs 40"})
final class SimulateDriftCommand implements Callable<Integer> {
    @Option(names = "--hours", defaultValue = "12", description = "How long; default: ${DEFAULT-VALUE}.")
    private double hours;

    @Option(names = "--wander", split = ",", defaultValue = "0.05,0.15,0.30,0.53", paramLabel = "PPM",
            description = "One node each: standard deviation of its frequency; default: ${DEFAULT-VALUE} ppm.")
    private List<Double> wander;

    @Option(names = "--tolerance", split = ",", converter = Nanos.class, defaultValue = "1ms,100us", paramLabel = "TIME",
            description = "Re-synchronise when the predicted error exceeds it; default: ${DEFAULT-VALUE}.")
    private List<Long> tolerances;

    @Option(names = "--runs", defaultValue = "1", paramLabel = "N", description = "Runs of each, with other seeds; default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(names = "--seed", defaultValue = "1", description = "First seed; default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private final AtomicLong done = new AtomicLong();
    private final ArrayNode all = Output.object().arrayNode();
    private final List<String[]> rows = new ArrayList<>();

    @Override
    public Integer call() {
        Range.number("--hours", hours, 1, 1000, "hours");
        Range.whole("--runs", runs, 1, 100_000);
        wander.forEach(ppm -> Range.number("--wander", ppm, 0, Range.MOST_PPM, "ppm"));
        tolerances.forEach(tolerance -> Range.time("--tolerance", tolerance, 1, Range.LONGEST_WINDOW));
        int seconds = (int) (hours * 3600);
        Bed bed = Bed.generated(Plan.OFFSET);
        rows.add(Output.row("policy", "wander_ppm", "tolerance_us", "worst_us", "held", "worst_after_us", "resyncs", "packets a run"));
        try (Terminal terminal = Terminal.of(json)) {
            Progress progress = terminal.start("drift", "runs");
            for (double ppm : wander) {
                add("prediction only", ppm, Double.NaN, progress, s -> DriftRun.predictingOnly(ppm, seconds, s));
            }
            for (long tolerance : tolerances) {
                for (double ppm : wander) {
                    add("re-synchronise", ppm, tolerance, progress, s -> DriftRun.resynchronising(bed, ppm, tolerance, seconds, s));
                }
            }
        }
        spec.commandLine().getOut().println(json ? Output.json(all) : Output.table(rows));
        return 0;
    }

    /** Each node and run has a seed of its own, the same under every policy. */
    private void add(String policy, double ppm, double tolerance, Progress progress, LongFunction<Outcome> run) {
        long first = seed + (long) wander.indexOf(ppm) * runs;
        List<Outcome> outcomes = LongStream.range(first, first + runs).parallel().mapToObj(s -> {
            Outcome o = run.apply(s);
            progress.at(done.incrementAndGet(), (long) wander.size() * (tolerances.size() + 1) * runs);
            return o;
        }).toList();
        double worst = outcomes.stream().mapToDouble(Outcome::worstNanos).max().orElseThrow();
        double after = outcomes.stream().mapToDouble(Outcome::worstAfterNanos).max().orElseThrow();
        IntSummaryStatistics resyncs = outcomes.stream().mapToInt(Outcome::resyncs).summaryStatistics();
        double packets = outcomes.stream().mapToLong(Outcome::packets).average().orElseThrow();
        long held = outcomes.stream().filter(o -> o.worstNanos() <= tolerance).count();
        boolean bounded = !Double.isNaN(tolerance);
        rows.add(Output.row(policy, ppm, bounded ? String.format(Locale.ROOT, "%.0f", tolerance / 1e3) : "-",
                String.format(Locale.ROOT, "%.1f", worst / 1e3), bounded ? held + "/" + runs : "-",
                String.format(Locale.ROOT, "%.1f", after / 1e3),
                resyncs.getMin() == resyncs.getMax() ? "" + resyncs.getMin() : resyncs.getMin() + "-" + resyncs.getMax(),
                String.format(Locale.ROOT, "%.0f", packets)));
        ObjectNode node = all.addObject().put("policy", policy).put("wander_ppm", ppm).put("tolerance_ns", Output.number(tolerance))
                .put("runs", runs).put("worst_ns", worst).put("worst_after_the_fact_ns", after)
                .put("resyncs_min", resyncs.getMin()).put("resyncs_mean", resyncs.getAverage())
                .put("resyncs_max", resyncs.getMax()).put("packets_mean", packets);
        if (bounded) {
            node.put("held", held).put("truth_inside_share", outcomes.stream().mapToDouble(Outcome::inside).min().orElseThrow());
        }
    }
}
