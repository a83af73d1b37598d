package runbench.sampler.run;

import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;

import java.nio.file.Files;
import java.nio.file.Path;

/** Locates the native helper that forks, counts and samples. */
public final class Helper {
    private static final String NAME = "runbench-sampler";

    private Helper() {
    }

    /**
 * Returns the path of the built helper.
 *
 * @param home the project's folder
 * @throws RunbenchException exit code 3: the helper is not built
 */
    public static Path locate(Path home) {
        Path helper = path(home);
        if (!Files.isExecutable(helper)) {
            throw RunbenchException.machine("the sampling helper has not been built: " + helper + " is missing")
                    .remedy("make -C " + home.resolve("native"));
        }
        return helper;
    }

    /** Returns the path of the helper, built or not. */
    public static Path path(Path home) {
        return ProjectHome.program(home, NAME);
    }
}
