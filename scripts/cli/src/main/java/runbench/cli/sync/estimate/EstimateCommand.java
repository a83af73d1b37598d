package runbench.cli.sync.estimate;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.json.OutputFormat;
import runbench.base.quantity.Range;
import runbench.cli.option.JsonOption.ChartedOptions;
import runbench.cli.option.TypedQuantity.NanosOrSeconds;
import runbench.cli.sync.option.ExchangeOptions;
import runbench.report.EstimateChart;
import runbench.report.text.EstimateText;
import runbench.report.text.TextTable;
import runbench.sync.session.ClockPrediction;
import runbench.sync.session.EstimateSession.FileEstimates;
import runbench.sync.session.EstimateSession;
import runbench.sync.session.EstimateWarnings;
import runbench.sync.session.ExchangeSource;

/** {@code runbench sync estimate}: estimates clocks from recorded exchanges. */
@Command(name = "estimate", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Estimates a node's clock from recorded exchanges.",
        "The offset is the node's clock minus that of the reference at the end of the window. It has two "
                + "errors: the statistical one, and the guaranteed interval, which holds for any delays if the rate "
                + "of the clock was constant within the window."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench sync estimate node1.xchg",
                "  runbench sync estimate recorded.txt --inject 2500000,40 --method all --window 4s --json",
                "  runbench sync estimate clocks/window-*/*.xchg --learn 30min --chart predicted.png"})
public final class EstimateCommand implements Callable<Integer> {
    private static final int MAX_WARNINGS = 6;

    @Parameters(arity = "1..*", paramLabel = "FILE",
            description = ".xchg, or text with eight integer columns t1 t2 t3 t4 k1 k2 k3 k4 in ns (t user, k kernel"
                    + " stamps; 1 and 4 local, 2 and 3 remote; 0: not taken).")
    private List<Path> files;

    @Mixin
    private ExchangeOptions source;

    @Option(names = "--learn", paramLabel = "TIME", converter = NanosOrSeconds.class,
            description = "Learn the rate of each node from its windows of the first TIME (30min), predict its offset "
                    + "in the later windows, and show the errors of the predictions.")
    private Long learn;

    @Mixin
    private ChartedOptions printed;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        ExchangeSource read = source.source();
        List<FileEstimates> all = new ArrayList<>();
        for (Path file : files) {
            ExchangeSource.Prepared prepared = read.read(file);
            prepared.recording()
                    .leftOut()
                    .ifPresent(why -> err.println("note: " + prepared.recording().name() + ": " + why));
            if (!prepared.recording().complete()) {
                err.println("runbench: " + file + ": ends too early (killed writer, full disk); "
                        + prepared.recording().exchanges().size() + " exchanges are used");
            }
            all.add(EstimateSession.estimate(prepared, source.methods()));
        }
        List<ClockPrediction> predictions = learn == null ? List.of()
                : EstimateSession.predict(all, Range.time("--learn", learn, 1, Range.LONGEST_TIME),
                        problem -> err.println("note: " + problem));
        printed.draw(() -> EstimateChart.figure(all, predictions));
        printed.print(OutputFormat.ESTIMATES, () -> EstimateText.json(all, predictions), out -> {
            out.println(TextTable.text(EstimateText.rows(all)));
            out.println("offset: node minus reference at the window's end; stat: standard error; lo, hi: guaranteed"
                    + " interval about the offset, if " + EstimateWarnings.ASSUMED_IN_WINDOW
                    + (read.known() ? "; error: estimated minus true" : ""));
            List<String[]> stages = EstimateText.stageRows(all);
            if (stages.size() > 1) {
                out.println();
                out.println(TextTable.text(stages));
                out.println("delays of messages between stamps (t process, k kernel; forward: reference to node); path"
                        + " and whole are corrected by the estimated clock, which divides a constant asymmetry"
                        + " equally");
            }
            if (!predictions.isEmpty()) {
                out.println();
                out.println(TextTable.text(EstimateText.predictionRows(predictions)));
                out.println("predictions: the rate is that between the first and the last learned window; errors:"
                        + " predicted minus measured offset; worst_after_s: since the first window");
            }
        });
        List<String> warnings = all.stream().flatMap(f -> f.warnings().stream()).toList();
        warnings.stream().limit(MAX_WARNINGS).forEach(warning -> err.println("note: " + warning));
        if (warnings.size() > MAX_WARNINGS) {
            err.println("note: ... and " + (warnings.size() - MAX_WARNINGS) + " more of this kind");
        }
        return 0;
    }
}
