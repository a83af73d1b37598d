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
 * Settings of a run that counts in emulation instead of on the hardware.
 *
 * @param crossCheck run the program once more under callgrind and compare the totals
 * @param cache modelled cache; null: none
 * @param models further models, for example of branch prediction
 * @param instructions instructions between two samples of a thread
 * @param interval instructions per interval of basic-block vectors; 0: the emulator chooses; null: no vectors
 */
public record EmulationSettings(boolean crossCheck, CacheModel cache, EmulatedModels models, long instructions,
        Long interval) {
    /** Factor by which an emulated run may be slower than a native one before its default timeout ends it. */
    public static final int SLOWDOWN = 200;

    /**
     * Returns how to start an emulated run for a sampling request.
     *
     * @param additions environment variables of the program in addition to the fixed ones that make counts repeatable
     */
    SampledRun.Start start(SamplingRequest r, Map<String, String> additions) {
        EmulationRequest request = request(r, additions, r.recording())
                .vectors(interval == null ? null : VectorFolder.ofRecording(r.recording()).raw(),
                        interval == null ? 0 : interval)
                .build();
        return listener -> new Emulator(ProjectHome.folder()).start(request, listener);
    }

    /**
     * Runs the program once more under callgrind if the settings ask for it, and writes callgrind.json.
     *
     * @return the comparison; empty if it was not requested or one of the two runs was truncated
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
            return Optional.empty(); // the run itself reports its failure
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
