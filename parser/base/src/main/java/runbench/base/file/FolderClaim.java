package runbench.base.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import runbench.base.error.RunbenchException;

/**
 * The exclusive right to write into one folder of results. It consists of a system lock on the file {@value #NAME}, so
 * it ends with the process, however that ends. A file left by a killed process is taken over.
 */
public final class FolderClaim implements AutoCloseable {
    /** Name of the locked file. The file is removed when the claim is closed. */
    public static final String NAME = ".in-use";

    /**
     * The locked files of this process. Opening and closing one of them again would release its lock (POSIX record
     * locks).
     */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private FolderClaim(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Claims an existing folder.
     *
     * @param folder an existing folder
     * @return the claim; the caller closes it
     * @throws RunbenchException (bad input) another process writes into the folder
     * @throws IOException the folder cannot be written to
     */
    public static FolderClaim of(Path folder) throws IOException {
        Path file = file(folder);
        if (!OWN.add(file)) {
            throw inUse(folder);
        }
        try {
            return new FolderClaim(file, locked(folder, file));
        } catch (IOException | RuntimeException e) {
            OWN.remove(file);
            throw e;
        }
    }

    private static FileChannel locked(Path folder, Path file) throws IOException {
        while (true) {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                FileLock lock = channel.tryLock();
                if (lock == null) {
                    throw inUse(folder);
                }
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
            if (Files.exists(file)) {
                return channel;
            }
            channel.close(); // the last owner removed the file between the opening and the lock
        }
    }

    private static Path file(Path folder) throws IOException {
        return folder.toRealPath().resolve(NAME);
    }

    /**
     * Returns whether a process writes into a folder now.
     *
     * @param folder any path
     * @return empty if no process claimed the folder, or if the claim cannot be read
     */
    public static Optional<Boolean> isHeld(Path folder) {
        try {
            Path file = file(folder);
            if (OWN.contains(file)) {
                return Optional.of(true);
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                    FileLock lock = channel.tryLock()) {
                return Optional.of(lock == null);
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static RunbenchException inUse(Path folder) {
        return RunbenchException.badInput(folder + ": another runbench writes into this folder now")
                .remedy("choose another folder with -o, or wait for the end of the other one");
    }

    /** Ends the claim. */
    @Override
    public void close() throws IOException {
        try (channel) {
            Files.deleteIfExists(file); // before the release of the lock, which protects it
        } finally {
            OWN.remove(file);
        }
    }
}
