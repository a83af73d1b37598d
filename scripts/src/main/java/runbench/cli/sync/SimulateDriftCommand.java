package runbench.cli.sync;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.sync.simulate.DriftRun;

/** {@code runbench sync simulate drift}. */
@Command(
        name = "drift",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"Oscillators that wander for hours: prediction only, against re-synchronising on tolerance.",
            "Published beside it: Kobayashi et al. (Clop), figure 8: up to 23 ms in 12 h by prediction only."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench sync simulate drift --hours 12 --wander 0.05,0.53 --tolerance 1ms --tolerance 100us"})
final class SimulateDriftCommand implements Callable<Integer> {
    @Option(names = "--hours", defaultValue = "12", description = "How long; default: ${DEFAULT-VALUE}.")
    private double hours;

    @Option(names = "--wander", split = ",", defaultValue = "0.05,0.15,0.30,0.53", paramLabel = "PPM",
            description = "One node each: standard deviation of its frequency; default: ${DEFAULT-VALUE} ppm.")
    private List<Double> wander;

    @Option(names = "--tolerance", split = ",", converter = Nanos.class, defaultValue = "1ms,100us", paramLabel = "TIME",
            description = "Re-synchronise when the predicted error exceeds it; default: ${DEFAULT-VALUE}.")
    private List<Long> tolerances;

    @Option(names = "--seed", defaultValue = "1", description = "Seed; default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        int seconds = (int) (hours * 3600);
        ArrayNode all = Output.object().arrayNode();
        List<String[]> rows = new ArrayList<>();
        rows.add(Output.row("policy", "wander_ppm", "tolerance_us", "worst_us", "worst_after_us", "resyncs", "packets"));
        for (int i = 0; i < wander.size(); i++) {
            add(rows, all, "prediction only", wander.get(i), Double.NaN,
                    DriftRun.predictingOnly(wander.get(i), seconds, seed + i));
        }
        for (long tolerance : tolerances) {
            for (int i = 0; i < wander.size(); i++) {
                add(rows, all, "re-synchronise", wander.get(i), tolerance,
                        DriftRun.resynchronising(wander.get(i), tolerance, seconds, seed + i));
            }
        }
        spec.commandLine().getOut().println(json ? Output.json(all) : Output.table(rows));
        return 0;
    }

    private static void add(List<String[]> rows, ArrayNode all, String policy, double ppm, double tolerance, DriftRun.Outcome o) {
        rows.add(Output.row(policy, ppm, Double.isNaN(tolerance) ? "-" : String.format(Locale.ROOT, "%.0f", tolerance / 1e3),
                String.format(Locale.ROOT, "%.1f", o.worstNanos() / 1e3),
                String.format(Locale.ROOT, "%.1f", o.worstAfterNanos() / 1e3), o.resyncs(), o.packets()));
        all.addObject().put("policy", policy).put("wander_ppm", ppm).put("tolerance_ns", Output.number(tolerance))
                .put("worst_ns", o.worstNanos()).put("worst_after_the_fact_ns", o.worstAfterNanos())
                .put("resyncs", o.resyncs()).put("packets", o.packets());
    }
}
