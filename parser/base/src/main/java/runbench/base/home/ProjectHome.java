package runbench.base.home;

import java.nio.file.Path;

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
}
