package runbench.base.home;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The project's folder, set by the launcher, and the locations of the native code that the build creates in it. */
public final class ProjectHome {
    /** The system property that the launcher sets. */
    public static final String PROPERTY = "runbench.home";

    private static final Path BUILT = Path.of("native", "build");

    private ProjectHome() {
    }

    /** Returns the project's folder, or the current folder if the property is not set. */
    public static Path folder() {
        return Path.of(System.getProperty(PROPERTY, "."));
    }

    /**
     * Returns the path of a native program, which may not be built yet.
     *
     * @param home the project's folder
     * @param name the program's file name
     */
    public static Path program(Path home, String name) {
        return home.resolve(BUILT).resolve("bin").resolve(name);
    }

    /**
     * Returns the path of the folder with all files for compute nodes: C programs and libraries.
     *
     * @param home the project's folder
     */
    public static Path bundle(Path home) {
        return home.resolve(BUILT).resolve("bundle");
    }

    /**
     * Returns the path of a native library, which may not be built yet.
     *
     * @param home the project's folder
     * @param name the library's file name
     */
    public static Path library(Path home, String name) {
        return home.resolve(BUILT).resolve("lib").resolve(name);
    }

    /** The default folder for results and the names of the folders in it. */
    public static final class ResultFolders {
        /** The environment variable that names the folder. */
        public static final String VARIABLE = "RUNBENCH_RESULTS";
        private static final DateTimeFormatter UTC = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'")
                .withZone(ZoneOffset.UTC);

        private ResultFolders() {
        }

        /**
         * Returns the default folder for results: {@code $RUNBENCH_RESULTS}, else the project's {@code results/}. If
         * that is not writable, because the project belongs to another user, it is {@code results/} in the current
         * folder.
         */
        public static Path root() {
            String chosen = System.getenv(VARIABLE);
            if (chosen != null && !chosen.isBlank()) {
                return Path.of(chosen);
            }
            Path own = ProjectHome.folder().resolve("results");
            return Files.isWritable(own) ? own : Path.of("results");
        }

        /**
         * Returns the name of the result folder for a start time: {@code 20260131T021011Z}. Such names sort by time.
         */
        public static String name(Instant start) {
            return UTC.format(start);
        }
    }
}
