package runbench.base.home;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Where results go, and how their folders are called. */
public final class ResultFolders {
    private static final DateTimeFormatter UTC = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'")
            .withZone(ZoneOffset.UTC);

    private ResultFolders() {
    }

    /**
     * Where results go by default: {@code $RUNBENCH_RESULTS}, else the project's {@code results/}, else - the project
     * belongs to someone else - {@code results/} in the current folder.
     */
    public static Path root() {
        String chosen = System.getenv("RUNBENCH_RESULTS");
        if (chosen != null && !chosen.isBlank()) {
            return Path.of(chosen);
        }
        Path own = ProjectHome.folder().resolve("results");
        return Files.isWritable(own) ? own : Path.of("results");
    }

    /** The name of what began then, such that names sort by time: {@code 20260131T021011Z}. */
    public static String name(Instant start) {
        return UTC.format(start);
    }
}
