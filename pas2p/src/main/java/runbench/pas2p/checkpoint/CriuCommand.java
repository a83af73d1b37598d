package runbench.pas2p.checkpoint;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Command lines of CRIU, for a tree of processes that talk with each other only. */
final class CriuCommand {
    static final String DUMP_LOG = "dump.log";
    static final String RESTORE_LOG = "restore.log";
    /** Sockets and locks that only the tree has. */
    private static final List<String> CONNECTED = List.of("--tcp-established", "--ext-unix-sk", "--file-locks");
    /** Of files that have no name any more, their contents are in the image: an MPI's shared memory may be one. */
    private static final String LARGEST_NAMELESS_FILE = "1G";

    private CriuCommand() {
    }

    /**
     * Copies a tree, which goes on.
     *
     * @param images folder; exists
     * @param copy program that is run while the tree stands still
     */
    static List<String> dump(Path criu, long root, Path images, Path copy) {
        // Apart from the terminal: who interrupts this must not end it half way.
        return with(List.of("setsid", criu.toString(), "dump", "--tree", Long.toString(root), "--images-dir",
                images.toString(), "--log-file", DUMP_LOG, "-v2", "--leave-running", "--network-lock", "skip",
                "--ghost-limit", LARGEST_NAMELESS_FILE, "--action-script", copy.toString()));
    }

    /**
     * Makes processes of images, and ends with them.
     *
     * @param work takes the log and whatever CRIU writes besides: images stay as they are
     * @param stages program that is run at each stage
     */
    static List<String> restore(Path criu, Path images, Path work, Path stages) {
        return with(List.of(criu.toString(), "restore", "--images-dir", images.toString(), "--work-dir",
                work.toString(), "--log-file", RESTORE_LOG, "-v2", "--action-script", stages.toString()));
    }

    private static List<String> with(List<String> words) {
        return Stream.concat(words.stream(), CONNECTED.stream()).toList();
    }
}
