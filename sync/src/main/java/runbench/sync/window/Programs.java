package runbench.sync.window;

import java.nio.file.Files;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;

/** Locates the native programs. */
public final class Programs {
    private Programs() {
    }

    /**
     * Returns the absolute path of a program that {@code native/} builds.
     *
     * @throws RunbenchException if it is not built
     */
    public static Path path(String name) {
        Path path = ProjectHome.program(ProjectHome.folder().toAbsolutePath().normalize(), name);
        if (!Files.isExecutable(path)) {
            throw RunbenchException.machine(path + ": not built").remedy("make -C native");
        }
        return path;
    }
}
