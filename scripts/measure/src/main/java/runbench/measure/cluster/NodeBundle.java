package runbench.measure.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import runbench.align.run.ClusterRecord;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;

/**
 * The C programs and preloaded libraries that nodes need, in one folder.
 *
 * @param home Runbench's folder
 * @param path folder of the bundle
 */
record NodeBundle(Path home, Path path) {
    private static final List<String> PROGRAMS = List.of("runbench-rank", "runbench-sampler");
    private static final String REFLECTOR = "runbench-reflector";
    private static final String LIBRARY = "librunbench-launch.so";

    static NodeBundle built() {
        Path home = ProjectHome.folder().toAbsolutePath().normalize();
        return new NodeBundle(home, ProjectHome.bundle(home));
    }

    /** Returns the wrapper that a launcher starts instead of the program. */
    Path wrapper() {
        return path.resolve(PROGRAMS.get(0));
    }

    /** Returns the program that answers clock measurements on a node. */
    Path reflector() {
        return path.resolve(REFLECTOR);
    }

    /** Returns the library that finds ranks without a wrapper. */
    Path library() {
        return path.resolve(LIBRARY);
    }

    /**
     * Checks the bundle.
     *
     * @throws RunbenchException exit code 3: a file that the run needs was not built
     */
    void require(ClusterRequest request) {
        List<String> needed = new ArrayList<>(PROGRAMS);
        needed.add(REFLECTOR);
        List<String> missing = new ArrayList<>(
                needed.stream().filter(name -> !Files.isExecutable(path.resolve(name))).toList());
        if (request.form() == ClusterRecord.Form.CONSTRUCTOR && !Files.isReadable(library())) {
            missing.add(LIBRARY);
        }
        if (!missing.isEmpty()) {
            throw RunbenchException
                    .machine(
                            "what nodes need has not been built: " + String.join(", ", missing) + " missing in " + path)
                    .remedy(ProjectHome.rebuildRemedy(home, "bundle"));
        }
    }
}
