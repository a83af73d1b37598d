package runbench.cli.option;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import runbench.base.error.RunbenchException;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.measure.EmulationSettings;
import runbench.sampler.emulate.CacheModel;
import runbench.sampler.emulate.EmulatedEvent;
import runbench.sampler.emulate.EmulatedModels;
import runbench.sampler.emulate.EmulationRequest;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.run.Attachment;

/** Options for counting in emulation instead of on the hardware. */
@OptionSection("Counting in emulation")
public final class EmulationOptions {
    /** Remedy for a sampling period in emulation. */
    public static final String INSTEAD_OF_TIMES = "give the instructions between two samples: --emulate "
            + "--instructions 1000000";

    private static final String L1D = "l1d=";
    private static final String NONE = "none";

    enum With {
        QEMU, CALLGRIND
    }

    @Option(names = "--emulate", paramLabel = "WITH", arity = "0..1", preprocessor = AttachedOnly.class, order = 20,
            description = "Count exact memory references and the misses of a modelled L1D in emulation with QEMU, "
                    + "and the "
                    + "events of --metrics and --events that other models provide. 10 to 60 times slower; sampled over "
                    + "instructions instead of time. --emulate=callgrind also runs the program under callgrind and "
                    + "compares the totals.")
    private With with;

    @Option(names = "--model", paramLabel = "MODEL[=SIZES]", order = 21,
            description = "A model, or its sizes (default: this machine's): l1d=32K,8,64, l1i=32K,8,64 or l2=1M,16,64 "
                    + "(size, ways, bytes of a line), tlb=64,4:64,8:1536,12 (entries and ways for data, for code, and "
                    + "of the second level), branch. l1d=none counts references only, two to three times faster. "
                    + "Repeatable.")
    private List<String> models = new ArrayList<>();

    @Option(names = "--instructions", paramLabel = "N", order = 22,
            description = "Instructions between two samples of an emulated thread (default: "
                    + EmulationRequest.DEFAULT_INSTRUCTIONS + ").")
    private Long instructions;

    @Option(names = "--bbv", paramLabel = "INSTRUCTIONS", arity = "0..1", preprocessor = AttachedNumberOnly.class,
            order = 23,
            description = "Write the basic-block vectors of intervals of this many instructions (default: at most "
                    + "a few thousand intervals per thread), for 'runbench simpoints'. Needs --emulate.")
    private Long bbv;

    public boolean asked() {
        return with != null;
    }

    /** @throws RunbenchException (bad input) the options do not fit emulation, or need it */
    public void reject(Attachment attachment, CountOptions count) {
        if (bbv != null && !asked()) {
            throw RunbenchException.badInput("--bbv: blocks of code are counted in emulation only, not on the hardware")
                    .remedy("add --emulate, or leave --bbv out");
        }
        if (asked() && attachment != null) {
            throw RunbenchException
                    .badInput("--emulate starts the program itself: it cannot observe " + attachment.words())
                    .remedy("leave --emulate out, or name the program behind --");
        }
        String needless = !models.isEmpty() ? "--model" : "--instructions";
        if (!asked() && (!models.isEmpty() || instructions != null)) {
            throw RunbenchException.badInput(needless + " is for emulation")
                    .remedy("add --emulate, or leave " + needless + " out");
        }
        if (with == With.CALLGRIND && NONE.equals(l1d())) {
            throw RunbenchException
                    .badInput("--emulate=callgrind compares misses too, and --model l1d=none models no cache")
                    .remedy("leave --model l1d=none out, or name a cache, e.g. --model l1d=32K,8,64");
        }
        if (asked() && count.countsOnHardware()) {
            throw RunbenchException.badInput(
                    "--groups, --exact, --split, --switches and --scope are for counters of the hardware and the "
                            + "kernel, of which emulation needs none");
        }
    }

    /** Returns the options as arguments for another process; empty without emulation. */
    public List<String> arguments() {
        if (!asked()) {
            return List.of();
        }
        List<String> arguments = new ArrayList<>(List.of("--emulate=" + with.name().toLowerCase(Locale.ROOT),
                "--instructions", String.valueOf(instructions())));
        if (bbv != null) {
            arguments.add(bbv == 0 ? "--bbv" : "--bbv=" + bbv);
        }
        models.forEach(model -> arguments.addAll(List.of("--model", model)));
        return arguments;
    }

    /**
     * Empty where nothing is emulated.
     *
     * @param counted names of the selected events, which determine the models
     */
    public Optional<EmulationSettings> settings(Collection<String> counted) {
        if (!asked()) {
            return Optional.empty();
        }
        CacheModel cache = cache();
        return Optional.of(new EmulationSettings(with == With.CALLGRIND, cache,
                EmulatedModels.of(EmulatedEvent.modelsOf(counted),
                        models.stream().filter(m -> !m.startsWith(L1D)).toList(), cache != null,
                        SystemFiles.THIS_MACHINE),
                instructions(), bbv));
    }

    private long instructions() {
        return instructions == null ? EmulationRequest.DEFAULT_INSTRUCTIONS : instructions;
    }

    /** Returns the last sizes of the L1D cache on the command line; null: not given. */
    private String l1d() {
        return models.stream()
                .filter(m -> m.startsWith(L1D))
                .map(m -> m.substring(L1D.length()))
                .reduce((first, last) -> last)
                .orElse(null);
    }

    /** @return null: none is modelled */
    private CacheModel cache() {
        String l1d = l1d();
        if (l1d == null) {
            return CacheModel.of(SystemFiles.THIS_MACHINE).orElse(CacheModel.FALLBACK);
        }
        return l1d.equals(NONE) ? null : CacheModel.parse(l1d);
    }

    /** {@code --bbv 403.gcc} names a benchmark, {@code --bbv=1000000} a length. */
    static final class AttachedNumberOnly implements IParameterPreprocessor {
        @Override
        public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            if (" ".equals(info.get("separator"))) {
                args.push("0");
            }
            return false;
        }
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
