package runbench.sync.window;

import java.nio.file.Files;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;

/** Where the native programs stand. */
public final class Programs {
    private Programs() {
    }

    /** Absolute path of a program that {@code native/} builds. */
    public static Path path(String name) {
        Path path = ProjectHome.program(ProjectHome.folder().toAbsolutePath().normalize(), name);
        if (!Files.isExecutable(path)) {
            throw RunbenchException.machine(path + ": not built").remedy("make -C native");
        }
        return path;
    }
}
