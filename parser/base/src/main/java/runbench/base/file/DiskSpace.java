package runbench.base.file;

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
        return isExhausted(folder.toFile().getTotalSpace(), usableBytes(folder));
    }

    /**
     * Returns the free space for this user in bytes; 0 also if it is unknown. A {@code FileStore} is not used: it needs
     * the mount table, in which a chroot has no entry for its root.
     *
     * @param folder an existing folder
     */
    public static long usableBytes(Path folder) {
        return folder.toFile().getUsableSpace();
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
