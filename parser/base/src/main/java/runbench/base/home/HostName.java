package runbench.base.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This machine's name, as its kernel has it: what a resolver makes of it may be another name. */
public final class HostName {
    private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

    private HostName() {
    }

    /** For a person; "unknown" where the kernel does not tell. */
    public static String own() {
        try {
            return Files.readString(KERNEL).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** For names of files: as the ranks of a parallel program call their hosts (native/launch/identity.c). */
    public static String inFiles() {
        return own().replaceAll("[^A-Za-z0-9._-]", "_");
    }
}
