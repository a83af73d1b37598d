package runbench.cli.pas2p;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.json.OutputFormat;
import runbench.cli.output.PrintedJson;
import runbench.pas2p.predict.ActualTime;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.predict.PredictionReport;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.workload.WorkloadPrediction;
import runbench.pas2p.workload.WorkloadReport;
import runbench.pas2p.workload.WorkloadRun;
import runbench.plotter.figure.Figure;
import runbench.plotter.render.awt.Charts;
import runbench.report.PredictionChart;
import runbench.report.PredictionChart.WorkloadChart;
import runbench.report.text.PredictionText;
import runbench.report.text.PredictionText.WorkloadText;

/** {@code runbench pas2p predict}: from measured signatures to the times of whole runs. */
@Command(name = "predict", mixinStandardHelpOptions = true, sortOptions = false, abbreviateSynopsis = true,
        description = {"Predicts how long a whole program takes where its signature was measured.",
                "As in the PAS2P thesis (PTE), and with what lies outside of phases and an interval; compared with a run that was measured as a whole, where there is one."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p predict there", "  runbench pas2p predict there --against run-there -o there",
                "  runbench pas2p predict there --against full1 --against full2 -o spread",
                "  runbench pas2p predict one-core two-cores -o mappings --csv",
                "  runbench pas2p predict there --workload 400 --from run1=100 --from run2=200"})
public final class PredictCommand implements Callable<Integer> {
    private static final String NAME = "prediction";
    private static final String EXTRAPOLATION = "extrapolation";

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "MEASURED", arity = "1..*",
            description = "What runbench pas2p signature run wrote; several are put side by side.")
    private List<Path> places;

    @Option(names = "--against", paramLabel = "RUN", order = 1,
            description = "A run that was measured as a whole: a trace, or a signature measured with --full. Once for each MEASURED, or once for"
                    + " all. Several for one MEASURED: against their mean, with how much they differ beside the error.")
    private List<Path> against = List.of();

    @Option(names = "--workload", paramLabel = "VALUE", order = 2,
            description = "Extrapolate to a workload that was not measured (steps, cells, ...), from how phases' weights and times grow over --from.")
    private Double workload;

    @Option(names = "--from", paramLabel = "ANALYSIS=VALUE", order = 3,
            description = "With --workload: a signature, or the folder of an analysis, and its workload. Two at least; from three on a law can be told.")
    private Map<Path, Double> from = Map.of();

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 30,
            description = "Write prediction.json, prediction.csv, prediction-phases.csv and the chart there.")
    private Path output;

    @Option(names = "--svg", order = 33, description = "With -o: draw the chart as SVG too.")
    private boolean svg;

    @Option(names = "--csv", order = 34, description = "Print one line of CSV for each MEASURED instead of the tables.")
    private boolean csv;

    @Option(names = "--json", order = 34, description = "Print everything as JSON instead of the tables.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        if (against.size() > 1 && places.size() > 1 && against.size() != places.size()) {
            throw RunbenchException
                    .badInput("--against: " + against.size() + " runs for " + places.size() + " measured signatures")
                    .remedy("give it once, or once for each, in their order");
        }
        if (csv && json) {
            throw RunbenchException.badInput("--csv and --json: one form at a time").remedy("leave one of them out");
        }
        if (workload != null || !from.isEmpty()) {
            return extrapolate();
        }
        Map<String, Prediction> predictions = new LinkedHashMap<>();
        for (int i = 0; i < places.size(); i++) {
            Prediction prediction = Prediction.of(SignatureFiles.measured(places.get(i)));
            if (!against.isEmpty()) {
                prediction = prediction.against(places.size() == 1 ? ActualTime.of(against)
                        : ActualTime.of(against.get(Math.min(i, against.size() - 1))));
            }
            predictions.put(places.get(i).toString(), prediction);
        }
        Object all = predictions.size() == 1 ? fields(predictions).get(0) : fields(predictions);
        if (output != null) {
            write(predictions, all);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(PrintedJson.text(OutputFormat.PREDICTION, all));
        } else if (csv) {
            PredictionReport.csv(predictions, out);
        } else {
            PredictionText.print(out, predictions);
            if (output != null) {
                out.println("written: " + output.resolve(NAME + ".json") + ", .csv, .png, " + NAME + "-phases.csv");
            }
        }
        return 0;
    }

    private int extrapolate() throws IOException {
        if (workload == null || places.size() > 1 || csv || !against.isEmpty()) {
            throw RunbenchException
                    .badInput(workload == null ? "--from: for which --workload?"
                            : "--workload takes one MEASURED, and neither --against nor --csv")
                    .remedy("runbench pas2p predict MEASURED --workload 400 --from run100=100 --from run200=200");
        }
        String name = places.get(0).toString();
        WorkloadPrediction extrapolated = WorkloadPrediction.of(Prediction.of(SignatureFiles.measured(places.get(0))),
                from.entrySet().stream().map(e -> WorkloadRun.of(e.getKey(), e.getValue())).toList(), workload);
        Map<String, Object> all = WorkloadReport.fields(name, extrapolated);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(PrintedJson.text(OutputFormat.EXTRAPOLATION, all));
        } else {
            WorkloadText.print(out, name, extrapolated);
        }
        if (output != null) {
            Files.createDirectories(output);
            OutputFile.write(output.resolve(EXTRAPOLATION + ".json"),
                    PrintedJson.text(OutputFormat.EXTRAPOLATION, all) + "\n");
            draw(WorkloadChart.of(name, extrapolated), EXTRAPOLATION);
        }
        return 0;
    }

    private static List<Map<String, Object>> fields(Map<String, Prediction> predictions) {
        return predictions.entrySet().stream().map(e -> PredictionReport.fields(e.getKey(), e.getValue())).toList();
    }

    private void write(Map<String, Prediction> predictions, Object all) throws IOException {
        Files.createDirectories(output);
        OutputFile.write(output.resolve(NAME + ".json"), PrintedJson.text(OutputFormat.PREDICTION, all) + "\n");
        OutputFile.writeText(output.resolve(NAME + ".csv"), table -> PredictionReport.csv(predictions, table));
        OutputFile.writeText(output.resolve(NAME + "-phases.csv"),
                phases -> PredictionReport.phasesCsv(predictions, phases));
        draw(PredictionChart.of(predictions), NAME);
    }

    private void draw(Figure chart, String name) throws IOException {
        Charts.writePng(chart, output.resolve(name + ".png"));
        if (svg) {
            Charts.writeSvg(chart, output.resolve(name + ".svg"));
        }
    }
}
