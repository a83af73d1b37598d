package runbench.sampler.emulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.sampler.emulate.EmulatedModels.Model;
import runbench.sampler.run.HelperLaunch;
import runbench.sampler.run.ProgramBuilder;
import runbench.sampler.run.Sampling;
import runbench.sampler.run.SamplingListener;

/**
 * Runs programs under QEMU user mode with Runbench's plugin.
 *
 * <p>The plugin counts loads, stores, instructions, and the events of modelled caches, TLBs and branch predictors. Each
 * thread has its own series over its instructions. Threads, children and the programs that they start are followed.
 * Programs that the emulator cannot run are executed natively and listed in the result.
 */
public final class Emulator {
    /** The label next to each count in every output. */
    public static final String LABEL = "emulated (QEMU TCG), not measured";
    /** The name of the event that sums loads and stores. */
    public static final String REFERENCES = "L1D_ALL_REF";

    /** The file name of the plugin that counts inside QEMU. */
    static final String PLUGIN = "libruncount.so";

    /** The processors for which the plugin decodes branches. */
    private static final List<String> BRANCHES_OF = List.of("x86_64", "aarch64");

    private static final String HELPER = "runbench-emulator";
    private final Path home;

    /** @param home the project's folder */
    public Emulator(Path home) {
        this.home = home.toAbsolutePath().normalize();
    }

    /**
     * Starts the benchmark and returns without waiting for it. The result has the form of a sampled run's result;
     * instructions replace running time in progress and totals.
     *
     * @param r the program and its models
     * @param listener receives the helper's progress
     * @return the run in progress
     * @throws RunbenchException exit code 2: the program is a script or not a program; 3: the emulator is not installed
     *     or the plugin is not built
     */
    public Sampling start(EmulationRequest r, SamplingListener listener) {
        Path helper = built(ProjectHome.program(home, HELPER));
        Path plugin = built(ProjectHome.library(home, PLUGIN));
        String path = r.environment().getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
        ElfProgram program = ElfProgram.find(r.command().get(0), r.directory().orElse(Path.of("")).toAbsolutePath(),
                path);
        if (r.models().branch() && !BRANCHES_OF.contains(program.architecture())) {
            throw RunbenchException.machine("branches are modelled in programs for " + String.join(" and ", BRANCHES_OF)
                    + ", and " + program.file() + " is for " + program.architecture())
                    .remedy("remove the branch metrics");
        }
        Path qemu = QemuUser.require(program.architecture(), System.getenv().getOrDefault("PATH", path));
        r.vectors().ifPresent(Emulator::makeFolder);
        return HelperLaunch.start(notes -> argv(r, helper, plugin, qemu, program.file(), notes), r.environment(),
                r.recording(), notes(r), r.stdin(), listener, c -> {});
    }

    private static void makeFolder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw RunbenchException
                    .machine("cannot make the folder " + folder + " for vectors of blocks: " + e.getMessage())
                    .remedy("check the permissions, or choose another folder with -o")
                    .causedBy(e);
        }
    }

    private static Path built(Path file) {
        if (!Files.exists(file)) {
            throw RunbenchException.machine("the emulation helper has not been built: " + file + " is missing")
                    .remedy(ProjectHome.rebuildRemedy());
        }
        return file;
    }

    private static List<String> argv(EmulationRequest r, Path helper, Path plugin, Path qemu, Path program,
            Path notes) {
        List<String> argv = new ArrayList<>(List.of(helper.toString(), "--output", r.recording().toString(), "--period",
                Long.toString(r.instructions()), "--meta", notes.toString(), "--qemu", qemu.toString(), "--plugin",
                plugin.toString(), "--l1d", r.l1d().map(CacheModel::option).orElse("none")));
        r.vectors().ifPresent(f -> argv.addAll(List.of("--bbv", f.toString())));
        if (r.interval() > 0) {
            argv.addAll(List.of("--bbv-instructions", Long.toString(r.interval())));
        }
        argv.addAll(r.models().options());
        r.cpu().ifPresent(c -> argv.addAll(List.of("--cpu", c)));
        r.stdin()
                .filter(f -> !f.equals(ProgramBuilder.OWN_INPUT))
                .ifPresent(f -> argv.addAll(List.of("--stdin", f.toString())));
        r.stdout().ifPresent(f -> argv.addAll(List.of("--stdout", f.toString())));
        r.stderr().ifPresent(f -> argv.addAll(List.of("--stderr", f.toString())));
        r.directory().ifPresent(d -> argv.addAll(List.of("--chdir", d.toString())));
        r.timeout().ifPresent(t -> argv.addAll(List.of("--timeout", Long.toString(t.toNanos()))));
        argv.add("--");
        // QEMU does not search PATH.
        argv.add(program.toString());
        argv.addAll(r.command().subList(1, r.command().size()));
        return argv;
    }

    /** Returns the recording's metadata, in the form of a measured run's metadata. */
    private static Map<String, Object> notes(EmulationRequest r) {
        Map<String, Object> notes = new LinkedHashMap<>(r.meta());
        notes.put("counted_by", LABEL);
        Map<String, Object> references = new LinkedHashMap<>();
        references.put("name", REFERENCES);
        references.put("unit", "references");
        references.put("meaning", "memory accesses of instructions");
        references.put("of", List.of("loads", "stores"));
        notes.put("sums", List.of(references));
        Set<Model> modelled = r.models().modelled();
        r.l1d().ifPresent(c -> modelled.add(Model.L1D));
        Map<String, Object> descriptions = new LinkedHashMap<>();
        EmulatedEvent.all()
                .stream()
                .filter(e -> e.model().map(modelled::contains).orElse(!e.name().equals(REFERENCES)))
                .forEach(e -> descriptions.put(e.name(), e.meaning()));
        // The line size for formulas: that of the outermost modelled cache, which is filled from memory.
        r.models().l2().or(r::l1d).ifPresent(c -> notes.put("cache_line_bytes", c.lineBytes()));
        notes.put("descriptions", descriptions);
        return notes;
    }

    /** Advice on emulation and its overhead, for runs that could not count memory references. */
    public static final class EmulationAdvice {
        /**
         * The CPU time of an emulated run relative to a native run, if only references are counted.
         *
         * <p>Source of the three slowdowns: medians of bzip2, cc1, perl, and strides within and beyond the cache, on a
         * machine of two virtual CPUs with QEMU 7.2 and Valgrind 3.19. Programs that run much code only a few times
         * (compilers, short runs) take up to three times as long, because their code has to be translated.
         */
        public static final int SLOWDOWN_REFERENCES = 6;
        /** The relative CPU time with a modelled L1 data cache. */
        public static final int SLOWDOWN_L1D = 13;
        /** The relative CPU time under callgrind. */
        public static final int SLOWDOWN_CALLGRIND = 110;

        private EmulationAdvice() {
        }

        /**
         * Returns one sentence on how to count real memory references on this machine.
         *
         * @param home the project's folder
         * @return the sentence, or empty if the emulator or the plugin is missing, or if the emulator has no plugin
         *     support
         */
        public static Optional<String> sentence(Path home) {
            String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
            if (!Files.exists(ProjectHome.library(home, Emulator.PLUGIN))
                    || QemuUser.find(QemuUser.ownArchitecture(), path).filter(QemuUser::takesPlugins).isEmpty()) {
                return Optional.empty();
            }
            return Optional.of("emulation of memory references and L1D misses: add --emulate, about " + SLOWDOWN_L1D
                    + " times slower than the program alone; references only: --emulate --model l1d=none, about "
                    + SLOWDOWN_REFERENCES + " times; " + Emulator.LABEL);
        }

        /** Returns the command to type if {@link #sentence} is empty. */
        public static String remedy() {
            return "real memory references need an emulator with plugins: " + QemuUser.INSTALL + "; then add --emulate";
        }
    }
}
