package runbench.pas2p.checkpoint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What CRIU says of a failure, among all else that it says. */
final class CriuLog {
    private static final Pattern ERROR = Pattern
            .compile("^(?:\\(\\d+\\.\\d+\\) +(?:\\d+: )?)?Error \\([^)]*\\): (.*)$");
    private static final String NO_ERROR = "RLIMIT_NOFILE";
    /** These only say that there were others. */
    private static final Pattern FOLLOWING = Pattern
            .compile(".*(?:exited, status|Dumping FAILED|Restoring FAILED|killed by signal).*");

    private CriuLog() {
    }

    /** The first error: others follow from it. */
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

    /** @param otherwise where the log does not tell */
    static String reason(Path log, String otherwise) {
        try {
            return reason(new String(Files.readAllBytes(log), StandardCharsets.UTF_8)).orElse(otherwise);
        } catch (IOException e) {
            return otherwise;
        }
    }
}
