package runbench.base.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import runbench.base.error.RunbenchException;

/**
 * The exclusive right to write into one folder of results. A lock of the system on the file {@value #NAME} holds it, so it
 * ends with the process, however that ends. A file that a killed process left is taken over.
 */
public final class FolderClaim implements AutoCloseable {
    /** Name of the locked file; it is removed when the claim ends in order. */
    public static final String NAME = ".in-use";

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
     * @throws IOException       the folder cannot be written to
     */
    public static FolderClaim of(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        while (true) {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                FileLock lock = channel.tryLock();
                if (lock == null) {
                    throw inUse(folder);
                }
            } catch (OverlappingFileLockException e) {
                channel.close();
                throw inUse(folder);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
            if (Files.exists(file)) {
                return new FolderClaim(file, channel);
            }
            channel.close(); // its last owner removed it between the opening and the lock
        }
    }

    /**
     * Whether a process writes into a folder now.
     *
     * @return empty if no process claimed it, or the claim cannot be looked at
     */
    public static Optional<Boolean> isHeld(Path folder) {
        Path file = folder.resolve(NAME);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE); FileLock lock = channel.tryLock()) {
            return Optional.of(lock == null);
        } catch (OverlappingFileLockException e) {
            return Optional.of(true);
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
        }
    }
}
