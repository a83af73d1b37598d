package runbench.sampler.run;

import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the native helper that forks, counts and samples. */
public final class Helper {
    private static final String NAME = "runbench-sampler";

    private Helper() {
    }

    /**
     * @param home the project's folder
     * @throws RunbenchException exit code 3: it has not been built
     */
    public static Path locate(Path home) {
        Path helper = path(home);
        if (!Files.isExecutable(helper)) {
            throw RunbenchException.machine("the sampling helper has not been built: " + helper + " is missing")
                    .remedy("make -C " + home.resolve("native"));
        }
        return helper;
    }

    /** Where it belongs, built or not. */
    public static Path path(Path home) {
        return ProjectHome.program(home, NAME);
    }
}
