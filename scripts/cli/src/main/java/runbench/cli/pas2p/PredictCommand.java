package runbench.cli.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.base.quantity.Units;
import runbench.cli.option.JsonOption;
import runbench.cli.option.RunName;
import runbench.cli.output.Terminal;
import runbench.measure.pas2p.RunPrediction;
import runbench.pas2p.predict.Calibration;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.scaling.ScalingPrediction;
import runbench.pas2p.scaling.ScalingReport;
import runbench.pas2p.workload.WorkloadPrediction;
import runbench.pas2p.workload.WorkloadReport;
import runbench.report.text.PredictionText.WorkloadText;
import runbench.report.text.PredictionText;
import runbench.report.text.ScalingText;

/** {@code runbench pas2p predict}: predicts run times from measured signatures. */
@Command(name = "predict", mixinStandardHelpOptions = true, sortOptions = false, abbreviateSynopsis = true,
        description = {"Predicts the run time of a program from a measured signature.",
                "Computes the PTE of the PAS2P thesis, and a prediction that includes the time outside phases and "
                        + "has an interval. The prediction is for the machine of the measurement. --against "
                        + "compares it with a complete run. --ranks predicts for another number of ranks, from "
                        + "traces of several numbers."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p predict there", "  runbench pas2p predict there --against run-there -o there",
                "  runbench pas2p predict there --against full1 --against full2 -o spread",
                "  runbench pas2p predict one-core two-cores -o mappings",
                "  runbench pas2p predict full1 full2 full3 --calibrate",
                "  runbench pas2p predict there --workload 400 --analysis a=100 --analysis b=200",
                "  runbench pas2p predict run-4 run-8 run-16 --ranks 32"})
public final class PredictCommand implements Callable<Integer> {
    @Parameters(paramLabel = "MEASURED", arity = "1..*",
            description = "Folders that runbench pas2p signature run wrote; several are shown side by side. "
                    + "With --ranks: traces of the program with several numbers of ranks.")
    private List<Path> places;

    @Option(names = "--against", paramLabel = "RUN", converter = RunName.class, order = 1,
            description = "A complete run: a trace, or a signature measured with --full. Given once for each "
                    + "MEASURED, or once for all."
                    + " Several for one MEASURED: their mean is used, and their spread is shown with the error.")
    private List<Path> against = List.of();

    @Option(names = "--workload", paramLabel = "VALUE", order = 2,
            description = "Predict the run with another workload (steps, cells, ...), from the growth of the phases' "
                    + "weights and times over --analysis.")
    private Double workload;

    @Option(names = "--analysis", paramLabel = "ANALYSIS=VALUE", order = 3,
            description = "With --workload: a signature, or the folder of an analysis, and its workload. At least "
                    + "two; a growth law needs three.")
    private Map<Path, Double> from = Map.of();

    @Option(names = "--ranks", paramLabel = "N", order = 4,
            description = "Predict the run with N ranks, from the growth of the phases' weights and times over the "
                    + "traces. At least two numbers of ranks; a useful interval needs three.")
    private Integer ranks;

    @Option(names = "--calibrate", order = 5,
            description = "Keep these predictions and the times of their whole runs for this machine. Later "
                    + "predictions here have intervals that would have held in these runs.")
    private boolean calibrate;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 30,
            description = "Write prediction.json, prediction.csv, prediction-phases.csv and the chart there.")
    private Path output;

    @Mixin
    private JsonOption printed;

    @Override
    public Integer call() throws IOException {
        if (ranks != null) {
            return scale();
        }
        if (workload != null || !from.isEmpty()) {
            return extrapolate();
        }
        Map<String, Prediction> plain = RunPrediction.predict(places, against);
        Calibration kept = calibrate ? RunPrediction.calibrate(plain) : null;
        Map<String, Prediction> predictions = RunPrediction.calibrated(plain);
        if (output != null) {
            RunPrediction.write(predictions, output);
        }
        printed.printFolded(OutputFormat.PREDICTION, () -> RunPrediction.json(predictions), out -> {
            PredictionText.print(out, predictions);
            if (kept != null) {
                out.printf(Locale.ROOT, "kept: %s of this machine; intervals are widened by a factor of %.1f%n",
                        Units.counted(kept.audits().size(), "audit"),
                        kept.factor(predictions.values().iterator().next().confidence()));
            }
            if (output != null) {
                String name = RunPrediction.NAME;
                out.println("written: " + output.resolve(name + ".json") + ", .csv, .png, " + name + "-phases.csv");
            }
        });
        return 0;
    }

    private int scale() throws IOException {
        if (workload != null || !from.isEmpty() || calibrate) {
            throw RunbenchException.badInput("--ranks takes traces, and not --workload, --analysis or --calibrate")
                    .remedy("runbench pas2p predict run-4 run-8 run-16 --ranks 32");
        }
        ScalingPrediction prediction;
        try (Terminal terminal = printed.terminal()) {
            List<Path> traces = RunName.paths(places.stream().map(Path::toString).toList());
            prediction = RunPrediction.scale(traces, ranks, against, terminal);
        }
        printed.printFolded(OutputFormat.SCALING_PREDICTION, () -> ScalingReport.fields(prediction),
                text -> ScalingText.print(text, prediction));
        if (output != null) {
            RunPrediction.write(prediction, output);
        }
        return 0;
    }

    private int extrapolate() throws IOException {
        if (workload == null || places.size() > 1 || !against.isEmpty()) {
            throw RunbenchException
                    .badInput(workload == null ? "--analysis: --workload is missing"
                            : "--workload takes one MEASURED, and not --against")
                    .remedy("runbench pas2p predict MEASURED --workload 400 --analysis run100=100 --analysis "
                            + "run200=200");
        }
        String name = places.get(0).toString();
        WorkloadPrediction extrapolated = RunPrediction.extrapolate(places.get(0), from, workload);
        printed.printFolded(OutputFormat.EXTRAPOLATION, () -> WorkloadReport.fields(name, extrapolated),
                text -> WorkloadText.print(text, name, extrapolated));
        if (output != null) {
            RunPrediction.write(name, extrapolated, output);
        }
        return 0;
    }
}
