package runbench.base.file;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The free space of file systems, as a likely cause of a file that is missing. A helper process that cannot write its
 * recording cannot write the reason either.
 */
public final class DiskSpace {
    /** Space that a sampler reserves for the end of a recording (native/base/container_stream.c). */
    private static final long RECORDING_BYTES = 512 << 10;

    private DiskSpace() {
    }

    /**
     * Returns whether the file system of a folder has too little free space for a recording. Even less may have been
     * free while helpers ran, because they release reserved space when they end.
     *
     * @return false also if the free space is unknown
     */
    public static boolean isExhausted(Path folder) {
        try {
            FileStore disk = Files.getFileStore(folder);
            return isExhausted(disk.getTotalSpace(), disk.getUsableSpace());
        } catch (IOException | SecurityException e) {
            return false;
        }
    }

    /**
     * Returns whether a file system has too little free space for a recording.
     *
     * @param totalBytes size of the file system; 0 or less: it does not report its size
     * @param usableBytes free space for this user
     */
    static boolean isExhausted(long totalBytes, long usableBytes) {
        return totalBytes > 0 && usableBytes >= 0 && usableBytes < RECORDING_BYTES;
    }
}
