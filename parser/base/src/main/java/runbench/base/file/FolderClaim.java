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
 * The exclusive right to write into one folder of results. A lock of the system on the file {@value #NAME} holds it, so
 * it ends with the process, however that ends. A file that a killed process left is taken over.
 */
public final class FolderClaim implements AutoCloseable {
    /** Name of the locked file; it is removed when the claim ends in order. */
    public static final String NAME = ".in-use";

    /** Locked files of this process. Whoever opened and closed one again would end its lock (POSIX record locks). */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private FolderClaim(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Claims a folder that exists.
     *
     * @throws RunbenchException (bad input) another process writes into it
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
            channel.close(); // its last owner removed it between the opening and the lock
        }
    }

    private static Path file(Path folder) throws IOException {
        return folder.toRealPath().resolve(NAME);
    }

    /**
     * Whether a process writes into a folder now.
     *
     * @return empty if no process claimed it, or the claim cannot be looked at
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
            Files.deleteIfExists(file); // before the lock goes, so that nobody else's file is removed
        } finally {
            OWN.remove(file);
        }
    }
}
