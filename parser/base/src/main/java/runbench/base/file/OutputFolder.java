package runbench.base.file;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.base.process.IoReason;

/** The creation of folders for results. */
public final class OutputFolder {
    private OutputFolder() {
    }

    /**
     * Creates a folder and the folders above it.
     *
     * @return the folder
     * @throws FileAlreadyExistsException a file has this name, or that of a folder above
     * @throws RunbenchException it cannot be created; the message names the folder that permits no new one
     */
    public static Path create(Path folder) throws IOException {
        try {
            return Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (IOException e) {
            throw failure(folder, e);
        }
    }

    /**
     * Creates a new folder in an existing one.
     *
     * @return the folder
     * @throws FileAlreadyExistsException a file or a folder has this name
     * @throws RunbenchException it cannot be created; the message names the folder that permits no new one
     */
    public static Path createNew(Path folder) throws IOException {
        try {
            return Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (IOException e) {
            throw failure(folder, e);
        }
    }

    private static RunbenchException failure(Path folder, IOException cause) {
        Path above = folder.toAbsolutePath().normalize().getParent();
        while (above != null && !Files.exists(above)) {
            above = above.getParent();
        }
        boolean isDenied = above != null && !Files.isWritable(above);
        String chosen = System.getenv(ResultFolders.VARIABLE);
        boolean isChosen = chosen != null && !chosen.isBlank() && folder.startsWith(Path.of(chosen));
        String message = "cannot create the folder " + folder + ": " + (isDenied ? "permission denied in " + above
                : above + " accepts no folders (" + IoReason.of(cause) + ")");
        return (isDenied ? RunbenchException.machine(message) : RunbenchException.badInput(message))
                .remedy(isChosen ? ResultFolders.VARIABLE + " names it: change that, or write elsewhere with -o"
                        : "write elsewhere with -o" + (isDenied ? ", or: ls -ld " + above : ""))
                .causedBy(cause);
    }
}
