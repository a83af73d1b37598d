package runbench.base.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;

/** Opens files with the desktop's default viewer. */
public final class DesktopViewer {
    private DesktopViewer() {
    }

    /** Returns whether a desktop is available. Without one the viewer would take over the terminal, or block. */
    public static boolean hasDesktop() {
        return Stream.of("DISPLAY", "WAYLAND_DISPLAY").map(System::getenv).anyMatch(v -> v != null && !v.isBlank());
    }

    /**
     * Starts the viewer of a file without waiting for it.
     *
     * @return the reason why the viewer cannot start; empty if it starts
     */
    public static Optional<RunbenchException> open(Path file) {
        try {
            new ProcessBuilder("xdg-open", file.toString())
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(RunbenchException.machine("cannot open " + file + ": there is no xdg-open")
                    .remedy("apt-get install xdg-utils")
                    .causedBy(e));
        }
    }
}
