package runbench.pas2p.checkpoint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Command lines of CRIU for a process tree without connections to other processes. */
final class CriuCommand {
    static final String DUMP_LOG = "dump.log";
    static final String RESTORE_LOG = "restore.log";
    /** Options for sockets and locks inside the tree. */
    private static final List<String> CONNECTED = List.of("--tcp-established", "--ext-unix-sk", "--file-locks");
    /**
     * Maximum size of unlinked files whose contents are stored in the image; an MPI's shared memory may be such a file.
     */
    private static final String MAX_UNNAMED_FILE_SIZE = "1G";

    private CriuCommand() {
    }

    /**
     * Returns the command that copies a tree; the tree continues afterwards.
     *
     * @param images target folder; exists
     * @param copy program that runs while the tree is stopped
     */
    static List<String> dump(Path criu, long root, Path images, Path copy) {
        // A separate session: an interrupt from the terminal must not end the copy halfway.
        return with(List.of("setsid", criu.toString(), "dump", "--tree", Long.toString(root), "--images-dir",
                images.toString(), "--log-file", DUMP_LOG, "-v2", "--leave-running", "--network-lock", "skip",
                "--ghost-limit", MAX_UNNAMED_FILE_SIZE, "--action-script", copy.toString()));
    }

    /**
     * Returns the command that restores processes from images and ends with them.
     *
     * @param images folder of the images, which remains unchanged
     * @param work target of the log and of CRIU's other files
     * @param stages program that runs at each stage
     */
    static List<String> restore(Path criu, Path images, Path work, Path stages) {
        return with(List.of(criu.toString(), "restore", "--images-dir", images.toString(), "--work-dir",
                work.toString(), "--log-file", RESTORE_LOG, "-v2", "--action-script", stages.toString()));
    }

    private static List<String> with(List<String> words) {
        return Stream.concat(words.stream(), CONNECTED.stream()).toList();
    }

    /** Extraction of the cause of a failure from CRIU's log. */
    static final class CriuLog {
        private static final Pattern ERROR = Pattern
                .compile("^(?:\\(\\d+\\.\\d+\\) +(?:\\d+: )?)?Error \\([^)]*\\): (.*)$");
        private static final String NO_ERROR = "RLIMIT_NOFILE";
        /** Messages that only refer to earlier errors. */
        private static final Pattern FOLLOWING = Pattern
                .compile(".*(?:exited, status|Dumping FAILED|Restoring FAILED|killed by signal).*");

        private CriuLog() {
        }

        /** Returns the first error; the others result from it. */
        static Optional<String> reason(String text) {
            List<String> errors = text.lines()
                    .map(ERROR::matcher)
                    .filter(m -> m.matches())
                    .map(m -> m.group(1).strip())
                    .filter(e -> !e.contains(NO_ERROR))
                    .toList();
            return errors.stream()
                    .filter(e -> !FOLLOWING.matcher(e).matches())
                    .findFirst()
                    .or(() -> errors.stream().findFirst());
        }

        /**
         * Returns the cause of a failure from a log file.
         *
         * @param otherwise result if the log contains no error
         */
        static String reason(Path log, String otherwise) {
            try {
                return reason(new String(Files.readAllBytes(log), StandardCharsets.UTF_8)).orElse(otherwise);
            } catch (IOException e) {
                return otherwise;
            }
        }
    }
}
