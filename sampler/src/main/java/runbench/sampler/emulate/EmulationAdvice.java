package runbench.sampler.emulate;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import runbench.base.home.ProjectHome;

/** What emulation could give here, and at what cost; for runs that could not count memory references. */
public final class EmulationAdvice {
    /**
     * CPU time against the program alone: medians of bzip2, cc1, perl, a stride within and beyond the cache, on a
     * machine of two virtual CPUs with QEMU 7.2 and Valgrind 3.19. Programs that run much code only a few times
     * (compilers, short runs) take up to three times as long: their code has to be translated.
     */
    public static final int SLOWDOWN_REFERENCES = 6;
    public static final int SLOWDOWN_L1D = 13;
    public static final int SLOWDOWN_CALLGRIND = 110;

    private EmulationAdvice() {
    }

    /**
     * One sentence that says how to get real memory references here.
     *
     * @param home the project's folder
     * @return empty where the emulator or our plugin is missing, or the emulator takes no plugins
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

    /** What to type where it is missing: the answer to an empty {@link #sentence}. */
    public static String remedy() {
        return "real memory references need the emulator: apt-get install qemu-user, then add --emulate";
    }
}
