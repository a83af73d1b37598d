package runbench.base.home;

import java.nio.file.Path;
import java.util.Map;

/** A user's own folders, as the XDG base directory specification places them. */
public final class UserFolders {
    private static final String PRODUCT = "runbench";
    private static final String HOME = "HOME";
    private static final String JAVA_HOME_FOLDER = "user.home";

    /** Home of a user without one: no folder can be made below it, by any user. */
    private static final String NO_HOME = "/dev/null";

    private UserFolders() {
    }

    /** Own settings and definitions: {@code $XDG_CONFIG_HOME/runbench}, by default below {@code ~/.config}. */
    public static Path config() {
        return folder("XDG_CONFIG_HOME", ".config");
    }

    /** Files that can be made again: {@code $XDG_CACHE_HOME/runbench}, by default below {@code ~/.cache}. */
    public static Path cache() {
        return folder("XDG_CACHE_HOME", ".cache");
    }

    /**
     * Makes the Java libraries, which keep their font cache and preferences in {@code user.home}, use the same home
     * folder. Java takes it from the user database, and names it "?" for a user without an entry there.
     */
    public static void redirectJava() {
        System.setProperty(JAVA_HOME_FOLDER, home(System.getenv(), System.getProperty(JAVA_HOME_FOLDER)).toString());
    }

    private static Path folder(String variable, String usual) {
        return folder(System.getenv(), System.getProperty(JAVA_HOME_FOLDER), variable, usual);
    }

    /** Returns the folder; relative paths are ignored, as the specification demands. */
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
