package runbench.sampler.emulate;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import runbench.base.home.ProjectHome;

/** Advice on emulation and its overhead, for runs that could not count memory references. */
public final class EmulationAdvice {
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
     * @return the sentence, or empty if the emulator or the plugin is missing, or if the emulator has no plugin support
     */
    public static Optional<String> sentence(Path home) {
        String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        if (!Files.exists(ProjectHome.library(home, Emulator.PLUGIN))
                || QemuUser.find(QemuUser.ownArchitecture(), path).filter(QemuUser::takesPlugins).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("real memory references and L1D misses are available: add --emulate, about " + SLOWDOWN_L1D
                + " times slower than the program alone; references only: --emulate --l1d none, about "
                + SLOWDOWN_REFERENCES + " times (" + Emulator.LABEL + ")");
    }

    /** Returns the command to type if {@link #sentence} is empty. */
    public static String remedy() {
        return "real memory references need the emulator: apt-get install qemu-user, then add --emulate";
    }
}
