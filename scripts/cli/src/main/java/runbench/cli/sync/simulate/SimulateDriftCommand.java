package runbench.cli.sync.simulate;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption;
import runbench.cli.option.Nanos;
import runbench.cli.option.Range;
import runbench.cli.output.Terminal;
import runbench.report.text.DriftText;
import runbench.report.text.JsonText;
import runbench.report.text.TextTable;
import runbench.sync.session.DriftStudy;

/** {@code runbench sync simulate drift}. */
@Command(name = "drift", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Simulates oscillators that wander for hours: prediction alone, compared with re-synchronisation "
                + "by tolerance.",
        "Published for comparison: Kobayashi et al. (Clop), figure 8: up to 23 ms in 12 h with prediction " + "alone."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench sync simulate drift --hours 12 --wander 0.05,0.53 --tolerance 1ms,100us --runs 40"})
public final class SimulateDriftCommand implements Callable<Integer> {
    private static final long FIRST_SEED = 1;

    @Option(names = "--hours", defaultValue = "12", description = "Simulated time, hours; default: ${DEFAULT-VALUE}.")
    private double hours;

    @Option(names = "--wander", split = ",", defaultValue = "0.05,0.15,0.30,0.53", paramLabel = "PPM",
            description = "Standard deviation of the frequency, one node for each value; default: "
                    + "${DEFAULT-VALUE} ppm.")
    private List<Double> wander;

    @Option(names = "--tolerance", split = ",", converter = Nanos.class, defaultValue = "1ms,100us",
            paramLabel = "TIME",
            description = "Maximum predicted error before clocks are measured again; default: ${DEFAULT-VALUE}.")
    private List<Long> tolerances;

    @Option(names = "--runs", defaultValue = "1", paramLabel = "N",
            description = "Number of simulations with different seeds; default: ${DEFAULT-VALUE}.")
    private int runs;

    @Mixin
    private JsonOption printed;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Range.number("--hours", hours, 1, 1000, "hours");
        Range.whole("--runs", runs, 1, 100_000);
        wander.forEach(ppm -> Range.number("--wander", ppm, 0, Range.MOST_PPM, "ppm"));
        tolerances.forEach(tolerance -> Range.time("--tolerance", tolerance, 1, Range.LONGEST_WINDOW));
        List<DriftStudy.Row> rows;
        try (Terminal terminal = Terminal.of(printed.isJson())) {
            rows = DriftStudy.run((int) (hours * 3600), wander, tolerances, runs, FIRST_SEED,
                    terminal.start("drift", "runs"));
        }
        spec.commandLine()
                .getOut()
                .println(printed.isJson() ? JsonText.of(OutputFormat.DRIFT_STUDY, DriftText.json(rows))
                        : TextTable.text(DriftText.rows(rows)));
        return 0;
    }
}
