package runbench.measure.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * One result below the results folder.
 *
 * @param kind kind of the result
 * @param name name of the benchmark or program
 * @param label label of the executed run; may be empty
 * @param started start time, ISO 8601, UTC; empty: not recorded
 * @param state state as recorded: "finished", "failed", ...
 * @param reason reason of a failure; may be empty
 * @param bytes size of all its files in bytes
 * @param alive the process that writes it still runs
 * @param path folder of the result
 */
public record ListedResult(Kind kind, String name, String label, @JsonProperty("started_utc") String started,
        String state, String reason, long bytes, boolean alive,
        @JsonSerialize(using = ToStringSerializer.class) Path path) {
    /** The command that produced a result. */
    public enum Kind {
        RUN, CLUSTER, BATCH, COMPARISON, LOG;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns whether a word is part of the name, or the end of the path. */
    public boolean isNamed(String word) {
        String full = path.toAbsolutePath().normalize().toString();
        String asked = word.endsWith("/") ? word.substring(0, word.length() - 1) : word;
        return name.toLowerCase(Locale.ROOT).contains(asked.toLowerCase(Locale.ROOT)) || full.endsWith("/" + asked)
                || full.equals(asked);
    }

    /** Returns the file to open: the page, or else the chart; empty if there is none. */
    public Optional<Path> shown() {
        for (String file : new String[]{"gallery.html", "page.html", "comparison.html", "chart.png", "summary.txt"}) {
            if (Files.isRegularFile(path.resolve(file))) {
                return Optional.of(path.resolve(file));
            }
        }
        return Optional.empty();
    }
}
