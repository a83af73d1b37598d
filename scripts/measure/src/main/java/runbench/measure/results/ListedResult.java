package runbench.measure.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Something that a command left.
 *
 * @param name of the benchmark or program
 * @param label what was really run; may be empty
 * @param started ISO 8601, UTC; empty where nobody wrote it down
 * @param state how far it came, as its record says: "finished", "failed", ...
 * @param reason why it failed; may be empty
 * @param bytes of all its files
 * @param alive the process that writes it still runs
 */
public record ListedResult(Kind kind, String name, String label, @JsonProperty("started_utc") String started,
        String state, String reason, long bytes, boolean alive,
        @JsonSerialize(using = ToStringSerializer.class) Path path) {
    /** What left it. */
    public enum Kind {
        RUN, CLUSTER, BATCH, COMPARISON;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What there is to look at: the page, else the chart. */
    public Optional<Path> shown() {
        for (String file : new String[]{"gallery.html", "page.html", "comparison.html", "chart.png", "summary.txt"}) {
            if (Files.isRegularFile(path.resolve(file))) {
                return Optional.of(path.resolve(file));
            }
        }
        return Optional.empty();
    }
}
