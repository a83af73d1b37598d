package runbench.pas2p.synthetic;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import runbench.base.json.Json;
import runbench.base.progress.Progress;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.MpiTrace;

/**
 * Writes a trace with planted phases, analyses it, and prints events, precision and recall as JSON:
 * {@code GenerateTrace DIR RANKS EVENTS}.
 */
public final class GenerateTrace {
    private static final int PHASES = 8;
    private static final long SEED = 1;

    private GenerateTrace() {
    }

    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        PlantedTrace.Truth truth = PlantedTrace.write(
                new PlantedTrace.Plan(Integer.parseInt(args[1]), Long.parseLong(args[2]), PHASES, SEED), directory);
        PhaseAnalysis analysis = PhaseAnalysis.of(MpiTrace.open(directory), PhaseOptions.DEFAULT, Progress.NONE);
        Recovery recovery = Recovery.of(truth, analysis.occurrences(), analysis.sweep().ticks());
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("events", truth.events());
        result.put("found_phases", analysis.phases().size());
        result.put("precision", recovery.precision());
        result.put("recall", recovery.recall());
        System.out.println(Json.text(result));
    }
}
