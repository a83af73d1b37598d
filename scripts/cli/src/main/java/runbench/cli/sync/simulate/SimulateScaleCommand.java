package runbench.cli.sync.simulate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.base.json.OutputFormat;
import runbench.base.progress.Progress;
import runbench.cli.option.Range;
import runbench.cli.output.Terminal;
import runbench.plotter.render.awt.Charts;
import runbench.report.ScaleChart;
import runbench.report.text.JsonText;
import runbench.report.text.ScaleText;
import runbench.report.text.TextTable;
import runbench.sync.scenario.Delays;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.Scenarios;
import runbench.sync.simulate.Topology;

/** {@code runbench sync simulate scale}. */
@Command(name = "scale", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Simulates many nodes: messages, time and error by depth of a star, a tree of gateways, and "
                + "broadcasts.",
        footerHeading = "%nExample:%n",
        footer = {"  runbench sync simulate scale --nodes 16,64,256,1024 --fan-out 8 --scenario exponential --chart "
                + "scale.png"})
public final class SimulateScaleCommand implements Callable<Integer> {
    @Option(names = "--nodes", split = ",", defaultValue = "1024", paramLabel = "N",
            description = "Number of nodes, including the reference; several values are simulated in turn. Default: "
                    + "${DEFAULT-VALUE}.")
    private List<Integer> nodes;

    @Option(names = "--fan-out", defaultValue = "8",
            description = "Children of each gateway; default: ${DEFAULT-VALUE}.")
    private int fanOut;

    @Option(names = "--parallel", defaultValue = "8",
            description = "Number of nodes probed simultaneously; default: ${DEFAULT-VALUE}.")
    private int parallel;

    @Option(names = "--bursts", defaultValue = "16", description = "Bursts per window; default: ${DEFAULT-VALUE}.")
    private int bursts;

    @Option(names = "--exchanges", defaultValue = "32", description = "Exchanges per burst; default: ${DEFAULT-VALUE}.")
    private int exchanges;

    @Option(names = "--scenario", defaultValue = "exponential", paramLabel = "NAME",
            description = "Condition on every link (runbench sync scenarios --list); default: ${DEFAULT-VALUE}.")
    private String scenario;

    @Option(names = "--topology", split = ",", defaultValue = "STAR,TREE,BROADCAST",
            description = "${COMPLETION-CANDIDATES}; default: all.")
    private List<Topology.Kind> kinds;

    @Option(names = "--seed", defaultValue = "1", description = "Seed; default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--chart", paramLabel = "FILE",
            description = "Draw the error by depth, and error, packets and time by number of nodes (.png, .svg).")
    private Path chart;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        nodes.forEach(n -> Range.whole("--nodes", n, 2, 1_000_000));
        Range.whole("--fan-out", fanOut, 2, 1_000_000);
        Range.whole("--parallel", parallel, 1, 1000);
        Range.whole("--bursts", bursts, 1, 1000);
        Range.whole("--exchanges", exchanges, 1, 1000);
        Delays condition = Scenarios.delays(scenario);
        ScenarioPlan plan = new ScenarioPlan(bursts, exchanges, 4_000_000_000L, 0);
        List<Topology.Outcome> outcomes = new ArrayList<>();
        try (Terminal terminal = Terminal.of(json)) {
            Progress progress = terminal.start("simulating", "networks");
            for (Topology.Kind kind : kinds) {
                for (int n : nodes) {
                    outcomes.add(Topology.simulate(kind, n, fanOut, parallel, plan, condition, seed));
                    progress.at(outcomes.size(), (long) kinds.size() * nodes.size());
                }
            }
        }
        if (chart != null) {
            Charts.write(ScaleChart.figure(outcomes, condition.description()), chart);
        }
        spec.commandLine()
                .getOut()
                .println(json ? JsonText.of(OutputFormat.SCALE_STUDY, ScaleText.json(outcomes))
                        : TextTable.text(ScaleText.rows(outcomes)));
        return 0;
    }
}
