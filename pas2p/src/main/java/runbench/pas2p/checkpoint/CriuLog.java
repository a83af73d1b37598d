package runbench.pas2p.checkpoint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Extraction of the cause of a failure from CRIU's log. */
final class CriuLog {
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
