package runbench.cli.sync;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.parser.ExitCode;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.Exchanges;
import runbench.sync.scenario.Comparison;
import runbench.sync.scenario.Comparison.Score;
import runbench.sync.scenario.Replay;
import runbench.sync.scenario.Scenario;
import runbench.sync.scenario.Scenarios;

/** {@code runbench sync scenarios}: methods against conditions whose truth is known exactly. */
@Command(
        name = "scenarios",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"Compare estimators under named conditions, the truth known exactly.",
            "Generated exchanges by default; --recorded plants random clocks into recordings whose ends shared one clock."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench sync scenarios --method all", "  runbench sync scenarios exponential pareto --windows 100 --json"})
final class ScenariosCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "NAME", description = "Conditions; default: all. See --list.")
    private List<String> names = List.of();

    @Option(names = "--list", description = "Say what there is.")
    private boolean list;

    @Option(names = "--windows", paramLabel = "N", defaultValue = "25", description = "Windows a condition; default: ${DEFAULT-VALUE}.")
    private int windows;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "7", description = "Seed of the random numbers; default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--recorded", paramLabel = "CONDITION=FILE",
            description = "Use these recordings, cut by --window and --burst, stamped as --stamps says.")
    private Map<String, Path> recorded = new LinkedHashMap<>();

    @Option(names = "--replay", paramLabel = "FILE",
            description = "Also this recording with the queues of exponential, pareto, asymmetric-queue and"
                + " constant-asymmetry added to each message.")
    private Path replay;

    @Mixin
    private Source source;

    @Option(names = "--json", description = "Everything, as JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<Scenario> chosen = names.isEmpty() ? recorded.isEmpty() && replay == null ? Scenarios.all() : List.of()
                : names.stream().map(Scenarios::named).toList();
        if (list) {
            Scenarios.all().forEach(s -> out.println(String.format("%-20s %s", s.name(), s.description())));
            return 0;
        }
        List<Score> scores = new ArrayList<>();
        for (Scenario s : chosen) {
            scores.addAll(Comparison.generated(s, source.methods(), windows, seed));
        }
        recorded.forEach((condition, file) -> {
            Source.Ready r = source.read(file);
            scores.addAll(Comparison.recorded(condition, r.windows(), r.stamps(), source.methods(), seed));
        });
        if (replay != null) {
            scores.addAll(replayed());
        }
        out.println(json ? Output.json(json(scores)) : Output.table(table(scores)));
        boolean kept = scores.stream().allMatch(s -> s.inside() == s.windows()) && scores.stream()
                .filter(s -> s.method().equals(Estimators.DEFAULT.name())).allMatch(s -> withinLimit(chosen, s));
        return kept ? 0 : ExitCode.BENCHMARK_FAILED.code();
    }

    private List<Score> replayed() {
        Source.Ready r = source.read(replay);
        List<Score> scores = new ArrayList<>();
        for (Replay.Queue queue : Replay.QUEUES) {
            List<Exchanges> windows = r.windows().stream()
                    .map(w -> Replay.queued(w, queue.there(), queue.back(), seed + w.stamp(r.stamps(), 1, 0))).toList();
            scores.addAll(Comparison.recorded(queue.name(), windows, r.stamps(), source.methods(), seed));
        }
        return scores;
    }

    private static boolean withinLimit(List<Scenario> chosen, Score score) {
        return chosen.stream().filter(s -> s.name().equals(score.condition()))
                .noneMatch(s -> score.rmsNanos() > s.rmsLimitNanos());
    }

    /** Methods down, conditions across: RMS / max in us; a note where an interval missed the truth. */
    private static List<String[]> table(List<Score> scores) {
        Map<String, List<String>> byMethod = new LinkedHashMap<>();
        List<String> head = new ArrayList<>(List.of("rms/max us"));
        for (Score s : scores) {
            if (!head.contains(s.condition())) {
                head.add(s.condition());
            }
            byMethod.computeIfAbsent(s.method(), m -> new ArrayList<>(List.of(m))).add(
                    String.format(Locale.ROOT, "%.3f/%.2f", s.rmsNanos() / 1e3, s.maxNanos() / 1e3));
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(head.toArray(String[]::new));
        byMethod.values().forEach(r -> rows.add(r.toArray(String[]::new)));
        String first = scores.isEmpty() ? "" : scores.get(0).method();
        List<String> width = new ArrayList<>(List.of("interval, us"));
        List<String> inside = new ArrayList<>(List.of("truth inside"));
        scores.stream().filter(s -> s.method().equals(first)).forEach(s -> {
            width.add(String.format(Locale.ROOT, "%.1f", s.widthNanos() / 1e3));
            inside.add(s.inside() + "/" + s.windows());
        });
        rows.add(width.toArray(String[]::new));
        rows.add(inside.toArray(String[]::new));
        return rows;
    }

    private static ArrayNode json(List<Score> scores) {
        ArrayNode all = Output.object().arrayNode();
        for (Score s : scores) {
            ObjectNode node = all.addObject();
            node.put("condition", s.condition());
            node.put("method", s.method());
            node.put("windows", s.windows());
            node.put("error_rms_ns", s.rmsNanos());
            node.put("error_max_ns", s.maxNanos());
            node.put("slope_error_rms_ppm", s.slopeRms() * 1e6);
            node.put("err_stat_median_ns", Output.number(s.statNanos()));
            node.put("truth_inside", s.inside());
            node.put("guaranteed_width_median_ns", s.widthNanos());
        }
        return all;
    }
}
