package runbench.base.home;

import java.nio.file.Path;

/** The project's folder, as the launcher names it, and where the build puts native code in it. */
public final class ProjectHome {
    /** The system property that the launcher sets. */
    public static final String PROPERTY = "runbench.home";

    private static final Path BUILT = Path.of("native", "build");

    private ProjectHome() {
    }

    /** The current folder where nobody has named one. */
    public static Path folder() {
        return Path.of(System.getProperty(PROPERTY, "."));
    }

    /**
     * Where a native program belongs, built or not.
     *
     * @param home the project's folder
     */
    public static Path program(Path home, String name) {
        return home.resolve(BUILT).resolve("bin").resolve(name);
    }

    /**
     * What compute nodes need, in one folder: C programs and libraries.
     *
     * @param home the project's folder
     */
    public static Path bundle(Path home) {
        return home.resolve(BUILT).resolve("bundle");
    }

    /**
     * Where a native library belongs, built or not.
     *
     * @param home the project's folder
     */
    public static Path library(Path home, String name) {
        return home.resolve(BUILT).resolve("lib").resolve(name);
    }
}
