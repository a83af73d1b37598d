package runbench.base.home;

import java.nio.file.Path;
import java.util.Map;

/** The folders of a user according to the XDG base directory specification. */
public final class UserFolders {
    private static final String PRODUCT = "runbench";
    private static final String HOME = "HOME";
    private static final String JAVA_HOME_FOLDER = "user.home";

    /** The replacement for a missing home folder. No user can create a folder below it. */
    private static final String NO_HOME = "/dev/null";

    private UserFolders() {
    }

    /**
     * Returns the folder of the user's settings and definitions: {@code $XDG_CONFIG_HOME/runbench}, by default below
     * {@code ~/.config}.
     */
    public static Path config() {
        return folder("XDG_CONFIG_HOME", ".config");
    }

    /**
     * Returns the folder of reproducible files: {@code $XDG_CACHE_HOME/runbench}, by default below {@code ~/.cache}.
     */
    public static Path cache() {
        return folder("XDG_CACHE_HOME", ".cache");
    }

    /**
     * Sets the home folder of the Java libraries, which keep their font cache and preferences in {@code user.home}, to
     * the same folder. Java reads it from the user database, and sets it to "?" for a user without an entry there.
     */
    public static void redirectJava() {
        System.setProperty(JAVA_HOME_FOLDER, home(System.getenv(), System.getProperty(JAVA_HOME_FOLDER)).toString());
    }

    private static Path folder(String variable, String usual) {
        return folder(System.getenv(), System.getProperty(JAVA_HOME_FOLDER), variable, usual);
    }

    /** Returns the folder. Relative paths are ignored, as the specification requires. */
    static Path folder(Map<String, String> environment, String databaseHome, String variable, String usual) {
        String chosen = environment.get(variable);
        Path base = isAbsolute(chosen) ? Path.of(chosen) : home(environment, databaseHome).resolve(usual);
        return base.resolve(PRODUCT);
    }

    /** Returns {@code $HOME}, else the user database's entry, else a path below which nothing can exist. */
    static Path home(Map<String, String> environment, String databaseHome) {
        String home = environment.get(HOME);
        return Path.of(isAbsolute(home) ? home : isAbsolute(databaseHome) ? databaseHome : NO_HOME);
    }

    private static boolean isAbsolute(String path) {
        return path != null && path.startsWith("/");
    }
}
