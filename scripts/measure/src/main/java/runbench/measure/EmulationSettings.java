package runbench.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.home.ProjectHome;
import runbench.parser.simpoint.VectorFolder;
import runbench.sampler.emulate.CacheModel;
import runbench.sampler.emulate.Callgrind;
import runbench.sampler.emulate.CallgrindTotals;
import runbench.sampler.emulate.CrossCheck;
import runbench.sampler.emulate.EmulatedModels;
import runbench.sampler.emulate.EmulationRequest;
import runbench.sampler.emulate.Emulator;
import runbench.sampler.run.SamplingRequest;

/**
 * Counting in emulation instead of on the hardware.
 *
 * @param crossCheck the program runs once more under callgrind, and the totals are compared
 * @param cache to be modelled; null for none
 * @param models what else is to be modelled
 * @param instructions between two samples of a thread
 * @param interval instructions of an interval of vectors of blocks; 0: the emulator chooses; null: no vectors
 */
public record EmulationSettings(boolean crossCheck, CacheModel cache, EmulatedModels models, long instructions,
        Long interval) {
    /** How much longer than natively a run may take before its usual timeout ends it. */
    public static final int SLOWDOWN = 200;

    /**
     * How to start an emulated run of what would be sampled.
     *
     * @param additions variables the program needs besides the fixed ones in which counts repeat
     */
    SampledRun.Start start(SamplingRequest r, Map<String, String> additions) {
        EmulationRequest request = request(r, additions, r.recording())
                .vectors(interval == null ? null : VectorFolder.beside(r.recording()).raw(),
                        interval == null ? 0 : interval)
                .build();
        return listener -> new Emulator(ProjectHome.folder()).start(request, listener);
    }

    /**
     * Runs the program once more under callgrind, where that was asked for; what it did is in callgrind.json.
     *
     * @return empty where it was not asked for, or one of the two runs was cut short
     */
    Optional<CrossCheck> crossCheck(SamplingRequest r, Map<String, String> additions, RunLife life) throws IOException {
        if (!crossCheck) {
            return Optional.empty();
        }
        EmulationRequest request = request(r, additions, r.recording().resolveSibling("callgrind.rec")).build();
        AtomicReference<Callgrind.Run> run = new AtomicReference<>();
        SampledRun.run(listener -> {
            run.set(new Callgrind(ProjectHome.folder()).start(request, listener));
            return run.get().sampling();
        }, "callgrind", null, life);
        try {
            CallgrindTotals totals = run.get().totals();
            OutputFile.write(r.recording().resolveSibling("callgrind.json"),
                    RunRecord.JSON.writeValueAsString(totals) + "\n");
            return Optional.of(CrossCheck.of(r.recording(), totals));
        } catch (RunbenchException e) {
            return Optional.empty(); // the run itself has failed, and says so
        }
    }

    private EmulationRequest.Builder request(SamplingRequest r, Map<String, String> additions, Path recording) {
        return EmulationRequest.of(r.command(), recording)
                .environment(EmulationRequest.fixedEnvironment(additions))
                .directory(r.directory().orElse(null))
                .stdin(r.stdin().orElse(null))
                .stdout(r.stdout().orElse(null))
                .stderr(r.stderr().orElse(null))
                .instructions(instructions)
                .l1d(cache)
                .models(models)
                .timeout(r.timeout().orElse(null))
                .meta(r.meta());
    }
}
