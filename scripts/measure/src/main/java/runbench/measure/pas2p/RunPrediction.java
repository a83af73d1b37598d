package runbench.measure.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.file.OutputFolder;
import runbench.base.home.HostName;
import runbench.base.json.OutputFormat;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.measure.machine.MachineFiles;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.predict.ActualTime;
import runbench.pas2p.predict.Calibration;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.predict.PredictionReport;
import runbench.pas2p.scaling.ScaledRun;
import runbench.pas2p.scaling.ScalingPrediction;
import runbench.pas2p.scaling.ScalingReport;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankHeader;
import runbench.pas2p.workload.WorkloadPrediction;
import runbench.pas2p.workload.WorkloadReport;
import runbench.pas2p.workload.WorkloadRun;
import runbench.plotter.figure.Figure;
import runbench.plotter.render.awt.Charts;
import runbench.report.PredictionChart;
import runbench.report.PredictionChart.ScalingChart;
import runbench.report.PredictionChart.WorkloadChart;
import runbench.report.text.PrintedJson;

/** Predicts run times from measured signatures, and writes the predictions. */
public final class RunPrediction {
    /** Name of the files of a prediction, without their endings. */
    public static final String NAME = "prediction";
    private static final String AUDITS = "predictions";
    private static final String EXTRAPOLATION = "extrapolation";
    private static final String SCALING = "scaling";

    private RunPrediction() {
    }

    /**
     * Predicts the time of each measured signature.
     *
     * @param measured folders of measured signatures
     * @param against runs that were measured as a whole: none, one for each signature, or any number for one signature
     * @return predictions by folder, in the same order
     * @throws RunbenchException (bad input) the numbers of signatures and runs do not fit
     */
    public static Map<String, Prediction> predict(List<Path> measured, List<Path> against) {
        if (against.size() > 1 && measured.size() > 1 && against.size() != measured.size()) {
            throw RunbenchException
                    .badInput("--against: " + against.size() + " runs for " + measured.size() + " measured signatures")
                    .remedy("give it once, or once for each, in their order");
        }
        Map<String, Prediction> predictions = new LinkedHashMap<>();
        for (int i = 0; i < measured.size(); i++) {
            Prediction prediction = Prediction.of(SignatureFiles.measured(measured.get(i)));
            if (!against.isEmpty()) {
                prediction = prediction.against(measured.size() == 1 ? ActualTime.of(against)
                        : ActualTime.of(against.get(Math.min(i, against.size() - 1))));
            }
            predictions.put(measured.get(i).toString(), prediction);
        }
        return predictions;
    }

    /**
     * Widens the intervals of predictions that were measured on this machine as its audits require.
     *
     * @param predictions predictions by folder
     * @return the same keys in the same order
     */
    public static Map<String, Prediction> calibrated(Map<String, Prediction> predictions) {
        Calibration kept = Calibration.read(audits());
        Map<String, Prediction> widened = new LinkedHashMap<>();
        predictions.forEach((name, p) -> widened.put(name,
                p.measured().hosts().equals(List.of(HostName.own())) ? p.widened(kept.factor(p.confidence())) : p));
        return widened;
    }

    /**
     * Keeps the audits of usable predictions with an actual time.
     *
     * @param predictions predictions by folder, not widened
     * @return all audits of this machine
     * @throws RunbenchException no prediction is usable and has an actual time
     */
    public static Calibration calibrate(Map<String, Prediction> predictions) {
        Calibration before = Calibration.read(audits());
        Calibration all = before.with(predictions.values());
        if (all.equals(Calibration.NONE) || predictions.values().stream().allMatch(p -> p.actual() == null)) {
            throw RunbenchException
                    .badInput("--calibrate: no usable prediction has the time of a whole run to compare with")
                    .remedy("measure with runbench pas2p signature run --full, or name a whole run with --against");
        }
        MachineFiles.ofThisMachine(AUDITS).keep(AUDITS, "audited predictions", all::write);
        return all;
    }

    private static Path audits() {
        return MachineFiles.ofThisMachine(AUDITS).file(AUDITS);
    }

    /** Returns one JSON object for one prediction, and a list for several. */
    public static Object json(Map<String, Prediction> predictions) {
        List<Map<String, Object>> all = predictions.entrySet()
                .stream()
                .map(e -> PredictionReport.fields(e.getKey(), e.getValue()))
                .toList();
        return all.size() == 1 ? all.get(0) : all;
    }

    /** Writes predictions as JSON, CSV and a chart. */
    public static void write(Map<String, Prediction> predictions, Path folder) throws IOException {
        OutputFolder.create(folder);
        OutputFile.write(folder.resolve(NAME + ".json"),
                PrintedJson.text(OutputFormat.PREDICTION, json(predictions)) + "\n");
        OutputFile.writeText(folder.resolve(NAME + ".csv"), table -> PredictionReport.csv(predictions, table));
        OutputFile.writeText(folder.resolve(NAME + "-phases.csv"),
                table -> PredictionReport.phasesCsv(predictions, table));
        draw(PredictionChart.of(predictions), folder, NAME);
    }

    /**
     * Extrapolates the time of a measured signature to another workload.
     *
     * @param workloads signatures or analysed traces, with their workloads
     */
    public static WorkloadPrediction extrapolate(Path measured, Map<Path, Double> workloads, double workload) {
        return WorkloadPrediction.of(Prediction.of(SignatureFiles.measured(measured)),
                workloads.entrySet().stream().map(e -> WorkloadRun.of(e.getKey(), e.getValue())).toList(), workload);
    }

    /** Writes an extrapolation as JSON and a chart. */
    public static void write(String name, WorkloadPrediction extrapolated, Path folder) throws IOException {
        OutputFolder.create(folder);
        OutputFile.write(folder.resolve(EXTRAPOLATION + ".json"),
                PrintedJson.text(OutputFormat.EXTRAPOLATION, WorkloadReport.fields(name, extrapolated)) + "\n");
        draw(WorkloadChart.of(name, extrapolated), folder, EXTRAPOLATION);
    }

    /**
     * Predicts the time of a program with another number of ranks.
     *
     * @param traces traces of the program with different numbers of ranks
     * @param against runs with the requested number; may be empty
     * @throws RunbenchException (bad input) a run of {@code against} has another number of ranks
     */
    public static ScalingPrediction scale(List<Path> traces, int ranks, List<Path> against, ProgressDisplay display) {
        for (Path run : against) {
            int there = RankHeader.first(run).ranks();
            if (there != ranks) {
                throw RunbenchException
                        .badInput("--against " + run + ": a run of " + there + " ranks; --ranks is " + ranks)
                        .remedy("name a trace with " + ranks + " ranks");
            }
        }
        TraceAnalysis analysis = new TraceAnalysis(PhaseOptions.DEFAULT, List.of(), display);
        List<ScaledRun> runs = new ArrayList<>();
        for (Path place : traces) {
            MpiTrace trace = analysis.open(List.of(place));
            runs.add(new ScaledRun(place.toString(), trace, PhaseHierarchy.of(analysis.phases(trace))));
        }
        return ScalingPrediction.of(runs, ranks, against.isEmpty() ? null : ActualTime.of(against));
    }

    /** Writes a prediction for another number of ranks as JSON and a chart. */
    public static void write(ScalingPrediction prediction, Path folder) throws IOException {
        OutputFolder.create(folder);
        OutputFile.write(folder.resolve(SCALING + ".json"),
                PrintedJson.text(OutputFormat.SCALING_PREDICTION, ScalingReport.fields(prediction)) + "\n");
        draw(ScalingChart.of(prediction), folder, SCALING);
    }

    private static void draw(Figure chart, Path folder, String name) {
        Charts.writePng(chart, folder.resolve(name + ".png"));
    }
}
