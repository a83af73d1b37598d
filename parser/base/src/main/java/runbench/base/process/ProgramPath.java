package runbench.base.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The search for a program as the shell searches: a name with a slash is a path, other names are searched in PATH. */
public final class ProgramPath {
    private static final String USUAL = "/usr/bin:/bin";

    private ProgramPath() {
    }

    /**
     * Returns the executable file of a name; empty: none.
     *
     * @param name a path, or a name to search in PATH
     */
    public static Optional<Path> find(String name) {
        return find(name, System.getenv("PATH"));
    }

    static Optional<Path> find(String name, String path) {
        return candidates(name, path).filter(Files::isExecutable).findFirst();
    }

    /**
     * Returns the files with a name, in the order of the search, whether they are executable or not.
     *
     * @param name a path, or a name to search in PATH
     */
    static Stream<Path> candidates(String name) {
        return candidates(name, System.getenv("PATH"));
    }

    private static Stream<Path> candidates(String name, String path) {
        if (name.isEmpty() || name.indexOf('\0') >= 0) {
            return Stream.empty();
        }
        Stream<Path> files = name.contains("/") ? Stream.of(Path.of(name))
                : Stream.of((path == null ? USUAL : path).split(File.pathSeparator, -1)).map(d -> Path.of(d, name));
        return files.filter(Files::isRegularFile);
    }
}
