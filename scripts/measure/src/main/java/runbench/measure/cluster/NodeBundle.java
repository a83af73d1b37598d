package runbench.measure.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import runbench.align.run.ClusterRecord;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;

/** What nodes need of Runbench, in one folder: C programs, and libraries that are loaded in front of the ranks. */
record NodeBundle(Path home, Path path) {
    private static final List<String> PROGRAMS = List.of("runbench-rank", "runbench-sampler");
    private static final String REFLECTOR = "runbench-reflector";
    private static final String LIBRARY = "librunbench-launch.so";

    static NodeBundle built() {
        Path home = ProjectHome.folder().toAbsolutePath().normalize();
        return new NodeBundle(home, ProjectHome.bundle(home));
    }

    /** What a launcher starts in place of the program. */
    Path wrapper() {
        return path.resolve(PROGRAMS.get(0));
    }

    /** What answers for a node's clock. */
    Path reflector() {
        return path.resolve(REFLECTOR);
    }

    /** What finds ranks without a wrapper. */
    Path library() {
        return path.resolve(LIBRARY);
    }

    /** @throws RunbenchException exit code 3: something that this run needs has not been built */
    void require(ClusterRequest request) {
        List<String> needed = new ArrayList<>(PROGRAMS);
        if (request.clocks().measured()) {
            needed.add(REFLECTOR);
        }
        List<String> missing = new ArrayList<>(
                needed.stream().filter(name -> !Files.isExecutable(path.resolve(name))).toList());
        if (request.form() == ClusterRecord.Form.CONSTRUCTOR && !Files.isReadable(library())) {
            missing.add(LIBRARY);
        }
        if (!missing.isEmpty()) {
            throw RunbenchException
                    .machine(
                            "what nodes need has not been built: " + String.join(", ", missing) + " missing in " + path)
                    .remedy("make -C " + home.resolve("native") + " bundle");
        }
    }
}
