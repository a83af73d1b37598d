package runbench.base.home;

import java.nio.file.Path;

/** A user's own folders, as the XDG base directory specification places them. */
public final class UserFolders {
    private static final String OURS = "runbench";

    private UserFolders() {
    }

    /** Own settings and definitions: {@code $XDG_CONFIG_HOME/runbench}, by default below {@code ~/.config}. */
    public static Path config() {
        return of("XDG_CONFIG_HOME", ".config");
    }

    /** What can be made again: {@code $XDG_CACHE_HOME/runbench}, by default below {@code ~/.cache}. */
    public static Path cache() {
        return of("XDG_CACHE_HOME", ".cache");
    }

    private static Path of(String variable, String usual) {
        String chosen = System.getenv(variable);
        Path base = chosen == null || chosen.isEmpty() ? Path.of(System.getProperty("user.home"), usual) : Path.of(chosen);
        return base.resolve(OURS);
    }
}
