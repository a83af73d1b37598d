package runbench.align.view;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import runbench.base.error.RunbenchException;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.signature.ProgramComparison;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.signature.SignedLevel;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankHeader;

/**
 * The run time predicted by a measured signature. For an unmeasured signature it is the time of the run from which it
 * was built. It is only compared with a run of the same program, input and number of ranks.
 */
public final class PredictedRun {
    private final Path place;
    private final Signature signature;
    /** Prediction; null: the signature was not measured. */
    private final Prediction prediction;
    private final ProgramComparison program;
    /** Predicted seconds of phases, by name, and by shape if only one phase has that shape. */
    private final Map<String, Double> seconds = new HashMap<>();

    private PredictedRun(Path place, Signature signature, Prediction prediction) {
        this.place = place;
        this.signature = signature;
        this.prediction = prediction;
        program = new ProgramComparison(signature);
        if (signature.trace().level().equals(SignedLevel.PHASES)) {
            for (int i = 0; i < signature.phases().size(); i++) {
                Signature.SignedPhase phase = signature.phases().get(i);
                double s = prediction == null ? phase.traceS() : prediction.phases().get(i).oursS();
                seconds.put(phase.name(), s);
                seconds.merge(shape(phase.shape()), s, (one, other) -> Double.NaN);
            }
        }
    }

    private static String shape(String of) {
        return "shape " + of;
    }

    /**
     * Reads a prediction.
     *
     * @param place output of {@code runbench pas2p signature run}, or a signature
     */
    public static PredictedRun read(Path place) {
        if (!SignatureFiles.isMeasured(place)) {
            return new PredictedRun(place, SignatureFiles.signature(place), null);
        }
        Prediction prediction = Prediction.of(SignatureFiles.measured(place));
        return new PredictedRun(place, prediction.measured().signature(), prediction);
    }

    /**
     * Compares the command line before the run.
     *
     * @throws RunbenchException (bad input) it names another program or input
     */
    public void check(List<String> command) {
        List<String> differences = program.commandDifferences(command);
        if (!differences.isEmpty()) {
            throw refused(String.join("; ", differences));
        }
    }

    /**
     * Compares the prediction with a run.
     *
     * @param comparable the ranks' times are on one clock
     * @throws RunbenchException (bad input) it belongs to another program, input or number of ranks
     */
    PhaseView.Predicted beside(MpiTrace trace, PhaseAnalysis analysis, boolean comparable) {
        List<RankHeader> headers = IntStream.range(0, trace.ranks())
                .filter(trace::present)
                .mapToObj(trace::header)
                .toList();
        ProgramComparison.Found found = program.compare(headers);
        if (List.of(found.same().ranks(), isNotFalse(found.same().program()), isNotFalse(found.same().inputs()))
                .contains(false)) {
            throw refused(String.join("; ", found.differences()));
        }
        List<String> notes = new ArrayList<>(found.differences());
        if (prediction != null && prediction.measured().forced()) {
            notes.add("the signature was measured with --force: "
                    + String.join("; ", prediction.measured().differences()));
        }
        if (seconds.isEmpty()) {
            notes.add("the signature is of " + SignedLevel.option(signature.trace().level())
                    + ": of the phases below it predicts none by itself;"
                    + " runbench pas2p signature build --level all does");
        } else if (analysis.phases().stream().noneMatch(p -> Double.isFinite(secondsOf(p)))) {
            notes.add("no phase of this run is one of the signature's");
        }
        if (!comparable) {
            notes.add("the ranks' clocks cannot be compared: the total time is unknown");
        }
        double[] interval = prediction == null ? null : prediction.intervalS();
        return new PhaseView.Predicted(place.toString(), prediction != null,
                prediction == null ? signature.trace().teaS() : prediction.predictedS(),
                interval == null ? Double.NaN : interval[0], interval == null ? Double.NaN : interval[1],
                signature.confidence(), comparable ? analysis.runNanos() / 1e9 : Double.NaN, List.copyOf(notes));
    }

    /** Returns whether a comparison is not false; unknown counts as equal. */
    private static boolean isNotFalse(Boolean told) {
        return !Boolean.FALSE.equals(told);
    }

    private RunbenchException refused(String differences) {
        return RunbenchException.badInput("--predicted " + place + " is not of this run: " + differences)
                .remedy("build a signature of this program, input and number of ranks (runbench pas2p trace,"
                        + " signature build), and measure it");
    }

    /** Returns the predicted time of all occurrences of a phase in s; NaN: not predicted. */
    double secondsOf(Phase phase) {
        Double own = seconds.get(phase.name());
        return own != null ? own : seconds.getOrDefault(shape(phase.shape()), Double.NaN);
    }
}
