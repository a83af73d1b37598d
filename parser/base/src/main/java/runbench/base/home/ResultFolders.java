package runbench.base.home;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The default folder for results and the names of the folders in it. */
public final class ResultFolders {
    private static final DateTimeFormatter UTC = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'")
            .withZone(ZoneOffset.UTC);

    private ResultFolders() {
    }

    /**
     * Returns the default folder for results: {@code $RUNBENCH_RESULTS}, else the project's {@code results/}. If that
     * is not writable, because the project belongs to another user, it is {@code results/} in the current folder.
     */
    public static Path root() {
        String chosen = System.getenv("RUNBENCH_RESULTS");
        if (chosen != null && !chosen.isBlank()) {
            return Path.of(chosen);
        }
        Path own = ProjectHome.folder().resolve("results");
        return Files.isWritable(own) ? own : Path.of("results");
    }

    /** Returns the name of the result folder for a start time: {@code 20260131T021011Z}. Such names sort by time. */
    public static String name(Instant start) {
        return UTC.format(start);
    }
}
