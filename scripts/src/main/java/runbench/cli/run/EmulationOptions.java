package runbench.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import runbench.cli.Json;
import runbench.cli.OptionSection;
import runbench.base.error.RunbenchException;
import runbench.sampler.emulate.CacheModel;
import runbench.sampler.emulate.Callgrind;
import runbench.sampler.emulate.CallgrindTotals;
import runbench.sampler.emulate.CrossCheck;
import runbench.sampler.emulate.EmulationRequest;
import runbench.sampler.emulate.Emulator;
import runbench.sampler.events.SystemFiles;
import runbench.sampler.run.Attachment;
import runbench.sampler.run.SamplingRequest;

/** Options for counting in emulation instead of on the hardware. */
@OptionSection("Counting in emulation")
public final class EmulationOptions {
    enum With {
        QEMU, CALLGRIND
    }

    @Option(names = "--emulate", paramLabel = "WITH", arity = "0..1", preprocessor = AttachedOnly.class, order = 20,
            description = "Count real memory references and misses of a modelled L1D in emulation with QEMU: many times "
                    + "slower, over instructions instead of time. --emulate=callgrind runs the program under callgrind "
                    + "afterwards and compares the totals.")
    private With with;

    @Option(names = "--l1d", paramLabel = "SIZE,WAYS,LINE", order = 21,
            description = "The cache that emulation models, for example 32K,8,64 (default: this machine's L1D); none: count "
                    + "references only, which is two to three times faster.")
    private String l1d;

    @Option(names = "--instructions", paramLabel = "N", order = 22, defaultValue = "" + EmulationRequest.DEFAULT_INSTRUCTIONS,
            description = "Instructions between two samples of an emulated thread (default: ${DEFAULT-VALUE}).")
    private long instructions;

    public boolean asked() {
        return with != null;
    }

    /** @throws RunbenchException where emulation is asked for together with what only hardware needs or can do */
    public void reject(Attachment attachment, CountOptions count) {
        if (asked() && attachment != null) {
            throw RunbenchException.badInput("--emulate starts the program itself: it cannot observe " + attachment.words())
                    .remedy("leave --emulate out, or name the program behind --");
        }
        if (with == With.CALLGRIND && "none".equals(l1d)) {
            throw RunbenchException.badInput("--emulate=callgrind compares misses too, and --l1d none models no cache")
                    .remedy("leave --l1d out, or name a cache, e.g. --l1d 32K,8,64");
        }
        if (asked() && count.countsOnHardware()) {
            throw RunbenchException.badInput("--groups, --exact, --split and --switches are for counters of the hardware and the kernel, "
                    + "of which emulation needs none");
        }
    }

    /** How much longer than natively a run may take before its usual timeout ends it. */
    public int slowdown() {
        return with == null ? 1 : 200;
    }

    /** As arguments again, for a process that is to emulate the same; empty where nothing is emulated. */
    public List<String> arguments() {
        if (!asked()) {
            return List.of();
        }
        List<String> arguments = new ArrayList<>(List.of("--emulate=" + with.name().toLowerCase(Locale.ROOT), "--instructions", String.valueOf(instructions)));
        if (l1d != null) {
            arguments.addAll(List.of("--l1d", l1d));
        }
        return arguments;
    }

    /**
     * How to start an emulated run of what would be sampled.
     *
     * @param additions variables the program needs besides the fixed ones in which counts repeat
     */
    SampledRun.Start start(SamplingRequest r, Map<String, String> additions) {
        EmulationRequest request = request(r, additions, r.recording());
        return listener -> new Emulator(SampledRun.home()).start(request, listener);
    }

    /**
     * Runs the program once more under callgrind, where that was asked for; what it did is in callgrind.json.
     *
     * @return empty where it was not asked for, or one of the two runs was cut short
     */
    Optional<CrossCheck> crossCheck(SamplingRequest r, Map<String, String> additions, RunLife life) throws IOException {
        if (with != With.CALLGRIND) {
            return Optional.empty();
        }
        EmulationRequest request = request(r, additions, r.recording().resolveSibling("callgrind.rec"));
        AtomicReference<Callgrind.Run> run = new AtomicReference<>();
        SampledRun.run(listener -> {
            run.set(new Callgrind(SampledRun.home()).start(request, listener));
            return run.get().sampling();
        }, "callgrind", null, life);
        try {
            CallgrindTotals totals = run.get().totals();
            Files.writeString(r.recording().resolveSibling("callgrind.json"), Json.text(totals) + "\n");
            return Optional.of(CrossCheck.of(r.recording(), totals));
        } catch (RunbenchException e) {
            return Optional.empty(); // the run itself has failed, and says so
        }
    }

    private EmulationRequest request(SamplingRequest r, Map<String, String> additions, Path recording) {
        return EmulationRequest.of(r.command(), recording)
                .environment(EmulationRequest.fixedEnvironment(additions)).directory(r.directory().orElse(null))
                .stdin(r.stdin().orElse(null)).stdout(r.stdout().orElse(null)).stderr(r.stderr().orElse(null))
                .instructions(instructions).l1d(cache()).timeout(r.timeout().orElse(null)).meta(r.meta()).build();
    }

    /** @return null: none is modelled */
    private CacheModel cache() {
        if (l1d == null) {
            return CacheModel.of(SystemFiles.THIS_MACHINE).orElse(CacheModel.FALLBACK);
        }
        return l1d.equals("none") ? null : CacheModel.parse(l1d);
    }

    /** {@code --emulate 403.gcc} names a benchmark, {@code --emulate=callgrind} an emulator. */
    static final class AttachedOnly implements IParameterPreprocessor {
        @Override
        public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            if (" ".equals(info.get("separator"))) {
                args.push(With.QEMU.name());
            }
            return false;
        }
    }
}
