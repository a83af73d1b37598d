package runbench.base.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import runbench.base.error.RunbenchException;

/**
 * The path of a library in {@code LD_PRELOAD}. The dynamic linker separates entries at spaces and colons, expands
 * {@code $}, and has no quotes. So a library whose path contains such a character is loaded through a symbolic link.
 */
public final class PreloadPath {
    private static final Pattern SEPARATOR = Pattern.compile("[ :$]");

    private PreloadPath() {
    }

    /**
     * Returns the library's own path if LD_PRELOAD can contain it, and otherwise the path of a symbolic link. The link
     * is removed at the end of this JVM.
     *
     * @param library absolute path
     * @param shared a folder that all nodes of the run can read: the first choice for the link
     * @throws RunbenchException exit code 3: no folder is suitable for the link
     */
    public static Path of(Path library, Path shared) {
        if (isHeld(library)) {
            return library;
        }
        try {
            Path folder = shared.toAbsolutePath().normalize();
            if (!isHeld(folder) || !Files.isDirectory(folder)) {
                folder = Files.createTempDirectory("runbench-preload");
                folder.toFile().deleteOnExit();
            }
            if (isHeld(folder)) {
                Path link = folder.resolve(library.getFileName());
                Files.deleteIfExists(link);
                Files.createSymbolicLink(link, library);
                link.toFile().deleteOnExit();
                return link;
            }
        } catch (IOException e) {
            throw cannot(library).causedBy(e);
        }
        throw cannot(library);
    }

    private static boolean isHeld(Path path) {
        return !SEPARATOR.matcher(path.toString()).find();
    }

    private static RunbenchException cannot(Path library) {
        return RunbenchException
                .machine("programs cannot load " + library
                        + ": LD_PRELOAD separates its entries at spaces and colons, and no link to it can be made in "
                        + System.getProperty("java.io.tmpdir"))
                .remedy("install Runbench in a folder without spaces, colons and $ in its path");
    }
}
