package runbench.cli.sync.simulate;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.base.json.OutputFormat;
import runbench.base.quantity.Range;
import runbench.cli.option.JsonOption.ChartedOptions;
import runbench.cli.option.TypedQuantity.Nanos;
import runbench.cli.option.TypedQuantity.NanosOrSeconds;
import runbench.cli.output.Terminal;
import runbench.report.ClockCourses;
import runbench.report.ScaleChart;
import runbench.report.text.DriftText;
import runbench.report.text.ScaleText;
import runbench.report.text.TextTable;
import runbench.sync.session.DriftStudy;
import runbench.sync.session.ScaleStudy;
import runbench.sync.simulate.Topology;

/** {@code runbench sync simulate}: simulations beyond the size of test beds. */
@Command(name = "simulate", mixinStandardHelpOptions = true,
        description = "Simulates hours of wander, or a thousand nodes.", footerHeading = "%nExample:%n",
        footer = {"  runbench sync simulate drift --for 12h", "  runbench sync simulate scale --nodes 1024"},
        subcommands = {SimulateCommand.SimulateDriftCommand.class, SimulateCommand.SimulateScaleCommand.class})
public final class SimulateCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** {@code runbench sync simulate drift}. */
    @Command(name = "drift", mixinStandardHelpOptions = true, sortOptions = false,
            description = {
                    "Simulates oscillators that wander for hours: prediction alone, compared with re-synchronisation "
                            + "by tolerance.",
                    "Published for comparison: Kobayashi et al. (Clop), figure 8: up to 23 ms in 12 h with prediction "
                            + "alone."},
            footerHeading = "%nExample:%n",
            footer = {"  runbench sync simulate drift --for 12h --wander 0.05,0.53 --tolerance 1ms,100us -n 40",
                    "  runbench sync simulate drift --learn 10min,30min,2h --chart drift.png"})
    public static final class SimulateDriftCommand implements Callable<Integer> {
        private static final long FIRST_SEED = 1;
        private static final long MINUTE_NS = 60_000_000_000L;
        private static final long HOUR_NS = 3_600_000_000_000L;

        @Option(names = "--for", paramLabel = "TIME", converter = Nanos.class, defaultValue = "12h",
                description = "Simulated time; default: ${DEFAULT-VALUE}.")
        private long limit;

        @Option(names = "--wander", split = ",", defaultValue = "0.05,0.15,0.30,0.53", paramLabel = "PPM",
                description = "Standard deviation of the frequency, one node for each value; default: "
                        + "${DEFAULT-VALUE} ppm.")
        private List<Double> wander;

        @Option(names = "--learn", split = ",", converter = NanosOrSeconds.class, defaultValue = "30min",
                paramLabel = "TIME",
                description = "With prediction alone: time from whose readings, one a minute, the rate is learned; "
                        + "default: ${DEFAULT-VALUE}.")
        private List<Long> learn;

        @Option(names = "--tolerance", split = ",", converter = NanosOrSeconds.class, defaultValue = "1ms,100us",
                paramLabel = "TIME",
                description = "Maximum predicted error before clocks are measured again; default: ${DEFAULT-VALUE}.")
        private List<Long> tolerances;

        @Option(names = {"-n", "--repetitions"}, defaultValue = "1", paramLabel = "N",
                description = "Number of simulations with different seeds; default: ${DEFAULT-VALUE}.")
        private int repetitions;

        @Mixin
        private ChartedOptions printed;

        @Override
        public Integer call() {
            Range.time("--for", limit, HOUR_NS, 1000 * HOUR_NS);
            Range.whole("--repetitions", repetitions, 1, 100_000);
            wander.forEach(ppm -> Range.number("--wander", ppm, 0, Range.MOST_PPM, "ppm"));
            learn.forEach(time -> Range.time("--learn", time, MINUTE_NS, limit - MINUTE_NS));
            tolerances.forEach(tolerance -> Range.time("--tolerance", tolerance, 1, Range.LONGEST_WINDOW));
            List<DriftStudy.Row> rows;
            try (Terminal terminal = printed.progress()) {
                rows = DriftStudy.run(seconds(limit), wander, learn.stream().map(time -> seconds(time)).toList(),
                        tolerances, repetitions, FIRST_SEED, terminal.start("drift", "runs"));
            }
            printed.draw(() -> ClockCourses.drift(rows));
            printed.print(OutputFormat.DRIFT_STUDY, () -> DriftText.json(rows),
                    out -> out.println(TextTable.text(DriftText.rows(rows))));
            return 0;
        }

        private static int seconds(long nanos) {
            return (int) (nanos / 1_000_000_000L);
        }
    }

    /** {@code runbench sync simulate scale}. */
    @Command(name = "scale", mixinStandardHelpOptions = true, sortOptions = false,
            description = "Simulates many nodes: messages, time and error by depth of a star, a tree of gateways, and "
                    + "broadcasts.",
            footerHeading = "%nExample:%n",
            footer = {"  runbench sync simulate scale --nodes 16,64,256,1024 --chart scale.png"})
    public static final class SimulateScaleCommand implements Callable<Integer> {
        @Option(names = "--nodes", split = ",", defaultValue = "1024", paramLabel = "N",
                description = "Number of nodes, including the reference; several values are simulated in turn. "
                        + "Default: " + "${DEFAULT-VALUE}.")
        private List<Integer> nodes;

        @Option(names = "--topology", split = ",", defaultValue = "star,tree,broadcast", paramLabel = "KIND",
                description = "star, tree, broadcast; default: all.")
        private List<Topology.Kind> kinds;

        @Mixin
        private ChartedOptions printed;

        @Override
        public Integer call() {
            nodes.forEach(n -> Range.whole("--nodes", n, 2, 1_000_000));
            List<Topology.Outcome> outcomes;
            try (Terminal terminal = printed.progress()) {
                outcomes = ScaleStudy.run(kinds, nodes, terminal.start("simulating", "networks"));
            }
            printed.draw(() -> ScaleChart.figure(outcomes, ScaleStudy.condition()));
            printed.print(OutputFormat.SCALE_STUDY, () -> ScaleText.json(outcomes),
                    out -> out.println(TextTable.text(ScaleText.rows(outcomes))));
            return 0;
        }
    }
}
