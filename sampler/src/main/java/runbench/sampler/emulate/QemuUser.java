package runbench.sampler.emulate;

import runbench.base.error.RunbenchException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** Finds QEMU's user mode emulator for an architecture, built with plugin support. */
public final class QemuUser {
    /** How to get an emulator with plugin support. */
    static final String INSTALL = "apt-get install qemu-user on Debian 12; the packages of Debian 13 and Ubuntu "
            + "take no plugins: build QEMU as docs/how-to/no-pmu.md describes";

    private QemuUser() {
    }

    /**
     * Finds the emulator in PATH.
     *
     * @param architecture QEMU's name of the architecture
     * @param path folders to search, in the form of PATH
     * @return the emulator, or empty if it is not installed
     */
    static Optional<Path> find(String architecture, String path) {
        return Arrays.stream(path.split(":"))
                .filter(d -> d.startsWith("/"))
                .map(d -> Path.of(d, "qemu-" + architecture))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Finds an emulator with plugin support.
     *
     * @param architecture QEMU's name of the architecture
     * @param path folders to search, in the form of PATH
     * @return the emulator
     * @throws RunbenchException exit code 3: it is not installed, or was built without plugins
     */
    static Path require(String architecture, String path) {
        Path qemu = find(architecture, path)
                .orElseThrow(() -> RunbenchException.machine("the emulator qemu-" + architecture + " is not installed")
                        .remedy(INSTALL));
        if (!takesPlugins(qemu)) {
            throw RunbenchException.machine(qemu + " was built without support for plugins").remedy(INSTALL);
        }
        return qemu;
    }

    /** Returns whether an emulator was built with plugin support; it is started for that. */
    public static boolean takesPlugins(Path qemu) {
        try {
            Process p = new ProcessBuilder(qemu.toString(), "-help").redirectErrorStream(true).start();
            p.getOutputStream().close();
            return new String(p.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1).contains("-plugin");
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns QEMU's name of this machine's architecture. */
    public static String ownArchitecture() {
        String arch = System.getProperty("os.arch");
        return switch (arch) {
            case "amd64" -> "x86_64";
            case "x86" -> "i386";
            default -> arch;
        };
    }
}
