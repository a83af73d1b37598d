package runbench.cli.sync;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.cli.Terminal;
import runbench.sync.session.DriftStudy;

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

    @Override
    public Integer call() {
        Range.number("--hours", hours, 1, 1000, "hours");
        Range.whole("--runs", runs, 1, 100_000);
        wander.forEach(ppm -> Range.number("--wander", ppm, 0, Range.MOST_PPM, "ppm"));
        tolerances.forEach(tolerance -> Range.time("--tolerance", tolerance, 1, Range.LONGEST_WINDOW));
        List<DriftStudy.Row> rows;
        try (Terminal terminal = Terminal.of(json)) {
            rows = DriftStudy.run((int) (hours * 3600), wander, tolerances, runs, seed, terminal.start("drift", "runs"));
        }
        spec.commandLine().getOut().println(json ? Output.json(json(rows)) : Output.table(table(rows)));
        return 0;
    }

    private static String name(DriftStudy.Policy policy) {
        return policy == DriftStudy.Policy.PREDICTION_ONLY ? "prediction only" : "re-synchronise";
    }

    private static List<String[]> table(List<DriftStudy.Row> rows) {
        List<String[]> table = new ArrayList<>();
        table.add(Output.row("policy", "wander_ppm", "tolerance_us", "worst_us", "held", "worst_after_us", "resyncs", "packets a run"));
        for (DriftStudy.Row r : rows) {
            table.add(Output.row(name(r.policy()), r.wanderPpm(), r.bounded() ? String.format(Locale.ROOT, "%.0f", r.toleranceNanos() / 1e3) : "-",
                    String.format(Locale.ROOT, "%.1f", r.worst() / 1e3), r.bounded() ? r.held() + "/" + r.runs() : "-",
                    String.format(Locale.ROOT, "%.1f", r.worstAfter() / 1e3),
                    r.resyncs().getMin() == r.resyncs().getMax() ? "" + r.resyncs().getMin() : r.resyncs().getMin() + "-" + r.resyncs().getMax(),
                    String.format(Locale.ROOT, "%.0f", r.packets())));
        }
        return table;
    }

    private static ArrayNode json(List<DriftStudy.Row> rows) {
        ArrayNode all = Output.object().arrayNode();
        for (DriftStudy.Row r : rows) {
            ObjectNode node = all.addObject().put("policy", name(r.policy())).put("wander_ppm", r.wanderPpm())
                    .put("tolerance_ns", Output.number(r.toleranceNanos()))
                    .put("runs", r.runs()).put("worst_ns", r.worst()).put("worst_after_the_fact_ns", r.worstAfter())
                    .put("resyncs_min", r.resyncs().getMin()).put("resyncs_mean", r.resyncs().getAverage())
                    .put("resyncs_max", r.resyncs().getMax()).put("packets_mean", r.packets());
            if (r.bounded()) {
                node.put("held", r.held()).put("truth_inside_share", r.insideShare());
            }
        }
        return all;
    }
}
