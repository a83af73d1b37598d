package runbench.base.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The folder of a clone or of an installed package, set by the launcher, and the locations of the native code in it.
 * Both have the same layout, but a package has no sources.
 */
public final class ProjectHome {
    /** The system property that the launcher sets. */
    public static final String PROPERTY = "runbench.home";

    private static final Path BUILT = Path.of("native", "build");

    /** The file that only a package has: the commit from which it was built. */
    private static final String RELEASE = "release";

    private ProjectHome() {
    }

    /** Returns the project's folder, or the current folder if the property is not set. */
    public static Path folder() {
        return Path.of(System.getProperty(PROPERTY, "."));
    }

    /**
     * Returns true for a package, which cannot build anything.
     *
     * @param home the project's folder
     */
    public static boolean isPackage(Path home) {
        return Files.exists(home.resolve(RELEASE));
    }

    /**
     * Returns the command, or the instruction, that replaces a missing or damaged native program.
     *
     * @param home the project's folder
     */
    public static String rebuildRemedy(Path home) {
        return rebuildRemedy(home, "");
    }

    /** Returns the same for this project's folder. */
    public static String rebuildRemedy() {
        return rebuildRemedy(folder());
    }

    /**
     * Returns the same for one target of the native build.
     *
     * @param home the project's folder
     * @param target target of make; empty: all
     */
    public static String rebuildRemedy(Path home, String target) {
        return isPackage(home)
                ? "install the package again; if the file is still missing, build runbench from its sources"
                : ("make -C " + home.resolve("native") + " " + target).strip();
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
        private static final String RESULTS = "results";
        private static final DateTimeFormatter UTC = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'")
                .withZone(ZoneOffset.UTC);

        private ResultFolders() {
        }

        /** Returns the default folder for results of a command that was typed in the current folder. */
        public static Path root() {
            return root(System.getenv(VARIABLE), ProjectHome.folder(), Path.of(""));
        }

        /**
         * Returns the default folder for results: {@code $RUNBENCH_RESULTS}, else the clone's {@code results/} for a
         * command that was typed inside the clone, else {@code results/} in the current folder. A package has no
         * {@code results/}, and a clone of another user none that is writable.
         *
         * @param chosen value of the variable; null or blank: not set
         * @param home the project's folder
         * @param current the current folder
         */
        static Path root(String chosen, Path home, Path current) {
            if (chosen != null && !chosen.isBlank()) {
                return Path.of(chosen);
            }
            Path own = home.resolve(RESULTS);
            return Files.isWritable(own) && real(current).startsWith(real(home)) ? own : Path.of(RESULTS);
        }

        private static Path real(Path folder) {
            try {
                return folder.toRealPath();
            } catch (IOException e) {
                return folder.toAbsolutePath().normalize();
            }
        }

        /**
         * Returns the name of the result folder for a start time: {@code 20260131T021011Z}. Such names sort by time.
         */
        public static String name(Instant start) {
            return UTC.format(start);
        }

        /**
         * Returns a folder that does not exist yet, named after the current time, for results that started now.
         *
         * @param kind name of the folder that holds the results of this kind: {@code compare}
         */
        public static Path unused(String kind) {
            Path parent = root().resolve(kind);
            String time = name(Instant.now());
            Path path = parent.resolve(time);
            for (int attempt = 2; Files.exists(path); attempt++) {
                path = parent.resolve(time + "-" + attempt);
            }
            return path;
        }
    }
}
