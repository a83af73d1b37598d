package runbench.base.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;

/** Shows a file with the desktop's own viewer. */
public final class DesktopViewer {
    private DesktopViewer() {
    }

    /** Whether there is a desktop to show anything on: without one the viewer would take the terminal, or wait. */
    public static boolean hasDesktop() {
        return Stream.of("DISPLAY", "WAYLAND_DISPLAY").map(System::getenv).anyMatch(v -> v != null && !v.isBlank());
    }

    /** @return why it cannot be shown; empty when the viewer starts, which is not waited for */
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
