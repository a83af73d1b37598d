package runbench.base.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The kernel's name of this machine. A resolver may return another name. */
public final class HostName {
    private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

    private HostName() {
    }

    /** Returns the host name for display; "unknown" if the kernel's name cannot be read. */
    public static String own() {
        try {
            return Files.readString(KERNEL).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }

    /**
     * Returns the host name for file names, in the form that the ranks of a parallel program use
     * (native/launch/identity.c).
     */
    public static String inFiles() {
        return own().replaceAll("[^A-Za-z0-9._-]", "_");
    }
}
