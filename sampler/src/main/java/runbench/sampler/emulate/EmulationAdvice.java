package runbench.sampler.emulate;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What emulation could give here, and at what cost; for runs that could not count memory references. */
public final class EmulationAdvice {
    /**
     * Medians of CPU time against the unobserved program, over bzip2, cc1 and an optimised stride kernel; a machine of two
     * virtual CPUs, QEMU 7.2, Valgrind 3.19. A program's own may be half or twice that.
     */
    public static final int SLOWDOWN_REFERENCES = 8;
    public static final int SLOWDOWN_L1D = 12;
    public static final int SLOWDOWN_CALLGRIND = 70;

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
        if (!Files.exists(home.resolve("native/build/lib/libruncount.so"))
                || QemuUser.find(QemuUser.ownArchitecture(), path).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("real memory references and L1D misses are available: add --emulate, about " + SLOWDOWN_L1D
                + " times slower than the program alone (" + Emulator.LABEL + ")");
    }

    /** What to type where it is missing: the answer to an empty {@link #sentence}. */
    public static String remedy() {
        return "apt-get install qemu-user, then add --emulate";
    }
}
