package runbench.cli.sync.simulate;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption;
import runbench.cli.option.Range;
import runbench.cli.output.Terminal;
import runbench.plotter.render.awt.Charts;
import runbench.report.ScaleChart;
import runbench.report.text.JsonText;
import runbench.report.text.ScaleText;
import runbench.report.text.TextTable;
import runbench.sync.session.ScaleStudy;
import runbench.sync.simulate.Topology;

/** {@code runbench sync simulate scale}. */
@Command(name = "scale", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Simulates many nodes: messages, time and error by depth of a star, a tree of gateways, and "
                + "broadcasts.",
        footerHeading = "%nExample:%n",
        footer = {"  runbench sync simulate scale --nodes 16,64,256,1024 --chart scale.png"})
public final class SimulateScaleCommand implements Callable<Integer> {
    @Option(names = "--nodes", split = ",", defaultValue = "1024", paramLabel = "N",
            description = "Number of nodes, including the reference; several values are simulated in turn. Default: "
                    + "${DEFAULT-VALUE}.")
    private List<Integer> nodes;

    @Option(names = "--topology", split = ",", defaultValue = "STAR,TREE,BROADCAST",
            description = "${COMPLETION-CANDIDATES}; default: all.")
    private List<Topology.Kind> kinds;

    @Option(names = "--chart", paramLabel = "FILE",
            description = "Draw the error by depth, and error, packets and time by number of nodes (.png, .svg).")
    private Path chart;

    @Mixin
    private JsonOption printed;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        nodes.forEach(n -> Range.whole("--nodes", n, 2, 1_000_000));
        List<Topology.Outcome> outcomes;
        try (Terminal terminal = Terminal.of(printed.isJson())) {
            outcomes = ScaleStudy.run(kinds, nodes, terminal.start("simulating", "networks"));
        }
        if (chart != null) {
            Charts.write(ScaleChart.figure(outcomes, ScaleStudy.condition()), chart);
        }
        spec.commandLine()
                .getOut()
                .println(printed.isJson() ? JsonText.of(OutputFormat.SCALE_STUDY, ScaleText.json(outcomes))
                        : TextTable.text(ScaleText.rows(outcomes)));
        return 0;
    }
}
