package runbench.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import runbench.base.error.RunbenchException;

/**
 * {@code run.json}: what was asked for, what was run, how it ended. Written before the benchmark starts and again when
 * it has ended, each time as a whole, so that a run that was cut off is known as "running" and never half described.
 */
final class RunRecord {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);

    private final Path file;
    private final ObjectNode content = JSON.createObjectNode();
    private boolean ended;

    RunRecord(Path file, String runbenchVersion, Instant start) {
        this.file = file;
        content.put("runbench", runbenchVersion);
        content.put("state", "running");
        content.put("pid", ProcessHandle.current().pid());
        content.put("started_utc", start.truncatedTo(ChronoUnit.MILLIS).toString());
    }

    /** @param value anything that serialises: a record, a map, a list */
    synchronized RunRecord with(String key, Object value) {
        content.set(key, JSON.valueToTree(value));
        return this;
    }

    synchronized void begun() throws IOException {
        write();
    }

    /** @param state {@code finished}, {@code failed} or {@code interrupted}; a failure has a {@code reason} */
    synchronized void ended(String state, String reason) throws IOException {
        ended = true;
        content.put("state", state);
        content.put("finished_utc", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
        if (reason != null) {
            content.put("failure", reason);
        }
        write();
    }

    /** Whether the last word has been said. */
    synchronized boolean hasEnded() {
        return ended;
    }

    /** Why there is no recording in a run's folder, and what to do. */
    static RunbenchException withoutRecording(RunFolder folder) {
        String nothing = folder.path() + " holds no recording (" + folder.recording().getFileName() + ")";
        if (!Files.exists(folder.record())) {
            return RunbenchException.badInput(nothing).remedy("name a run's folder, or a recording: ls " + folder.path());
        }
        try {
            JsonNode run = JSON.readTree(folder.record().toFile());
            if (run.path("state").asText().equals("running")) {
                boolean alive = ProcessHandle.of(run.path("pid").asLong(-1)).isPresent();
                return RunbenchException.badInput(nothing + ": its run " + (alive ? "has not begun to count yet" : "was cut off before it counted anything"))
                        .remedy(alive ? "wait for its end" : "run it again, into another folder");
            }
            return RunbenchException.badInput(nothing + ": its run " + run.path("state").asText() + ": " + run.path("failure").asText("no reason is recorded"))
                    .remedy("see what remains there: ls " + folder.path() + "; then run it again, into another folder");
        } catch (IOException e) {
            return RunbenchException.badInput(nothing + ", and " + folder.record() + " cannot be read").causedBy(e);
        }
    }

    private void write() throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.write(fresh, JSON.writeValueAsBytes(content));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
