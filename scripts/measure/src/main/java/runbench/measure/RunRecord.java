package runbench.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.file.FolderClaim;
import runbench.base.file.OutputFile;
import runbench.base.home.ProductVersion;
import runbench.base.json.OutputFormat;
import runbench.base.process.IoReason;
import runbench.parser.record.Recording;

/**
 * The record of a run, {@code run.json}: request, executed program and end. It is written before the program starts and
 * again after its end, each time as a whole. An interrupted run therefore has the state "running" and is never half
 * written.
 */
public final class RunRecord {
    static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);

    private static final String STATE = "state";
    private static final String FAILURE = "failure";

    private final Path file;
    private final ObjectNode content = JSON.createObjectNode();
    private boolean ended;

    RunRecord(Path file, Instant start) {
        this.file = file;
        content.put(OutputFormat.FORMAT, OutputFormat.RUN.format())
                .put(OutputFormat.VERSION, OutputFormat.RUN.version());
        content.put("runbench", ProductVersion.RUNBENCH);
        content.put(STATE, RunState.RUNNING.word());
        content.put("pid", ProcessHandle.current().pid());
        content.put("started_utc", start.truncatedTo(ChronoUnit.MILLIS).toString());
    }

    /**
     * Adds an entry.
     *
     * @param value any serialisable value: a record, a map, a list
     */
    synchronized RunRecord with(String key, Object value) {
        content.set(key, JSON.valueToTree(value));
        return this;
    }

    synchronized void begun() throws IOException {
        write();
    }

    /**
     * Records the end of the run.
     *
     * @param reason reason of the failure; null: the run did not fail
     */
    synchronized void ended(RunState state, String reason) throws IOException {
        ended = true;
        content.put(STATE, state.word());
        content.put("finished_utc", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
        if (reason != null) {
            content.put(FAILURE, reason);
        }
        write();
    }

    /** Returns the current contents. */
    synchronized JsonNode content() {
        return content.deepCopy();
    }

    /** Returns path and SHA-256 of the executed files of a run, the program first; empty if they are not recorded. */
    public static List<Map.Entry<String, String>> executables(RunFolder folder) {
        return executables(folder, "sha256");
    }

    /** Returns path and compiler of the executed files of a run that name their compiler. */
    public static List<Map.Entry<String, String>> compilers(RunFolder folder) {
        return executables(folder, "compiler");
    }

    private static List<Map.Entry<String, String>> executables(RunFolder folder, String fact) {
        List<Map.Entry<String, String>> all = new ArrayList<>();
        stored(folder.path()).content().path("provenance").path("executables").forEach(e -> {
            if (e.has(fact)) {
                all.add(Map.entry(e.path("path").asText(), e.path(fact).asText()));
            }
        });
        return all;
    }

    /** Returns whether the end is recorded. */
    synchronized boolean hasEnded() {
        return ended;
    }

    /** Returns the reason why a run failed; empty if it did not fail or has no record. */
    public static Optional<String> failure(RunFolder folder) throws IOException {
        if (!Files.exists(folder.record())) {
            return Optional.empty();
        }
        JsonNode failure = JSON.readTree(folder.record().toFile()).path(FAILURE);
        return failure.isTextual() ? Optional.of(failure.asText()) : Optional.empty();
    }

    /** Returns the recorded state; empty if no run started in this folder. */
    public static Optional<RunState> state(RunFolder folder) throws IOException {
        if (!Files.exists(folder.record())) {
            return Optional.empty();
        }
        String word = JSON.readTree(folder.record().toFile()).path(STATE).asText();
        return Arrays.stream(RunState.values()).filter(s -> s.word().equals(word)).findFirst();
    }

    /**
     * Returns whether the process that wrote a record still runs.
     *
     * @param record contents of the record
     */
    public static boolean isAlive(Path folder, JsonNode record) {
        return record.path(STATE).asText().equals(RunState.RUNNING.word()) && FolderClaim.isHeld(folder)
                .orElseGet(() -> ProcessHandle.of(record.path("pid").asLong(-1)).isPresent());
    }

    /** Returns the state as text: the recorded state, or "cut off" if its process ended without recording the end. */
    public static String stateWord(Path folder, JsonNode record) {
        String word = record.path(STATE).asText("unreadable");
        return word.equals(RunState.RUNNING.word()) && !isAlive(folder, record) ? RunState.CUT_OFF.word() : word;
    }

    /** Records the end of a run whose process was killed. Does nothing otherwise. */
    public static void recordCutOff(RunFolder folder) throws IOException {
        JsonNode record = stored(folder.path()).content();
        if (record instanceof ObjectNode content && stateWord(folder.path(), record).equals(RunState.CUT_OFF.word())) {
            content.put(STATE, RunState.CUT_OFF.word());
            if (!content.hasNonNull(FAILURE)) {
                content.put(FAILURE, "runbench was killed before the end of the run was recorded");
            }
            OutputFile.write(folder.record(), JSON.writeValueAsBytes(content));
            Files.deleteIfExists(folder.path().resolve(FolderClaim.NAME));
        }
    }

    /**
     * Opens the recording of a run.
     *
     * @param run folder of a run, or a recording
     * @throws RunbenchException (bad input) there is none, or the file is not a recording
     */
    public static Recording recording(Path run) {
        if (!Files.exists(run)) {
            throw noSuchRun(run);
        }
        if (!Files.isDirectory(run)) {
            return Recording.open(run);
        }
        RunFolder folder = new RunFolder(run);
        if (!Files.exists(folder.recording())) {
            throw withoutRecording(folder);
        }
        return Recording.open(folder.recording());
    }

    /**
     * The record next to a recording, as it was read.
     *
     * @param content contents; a missing node if there is no record or it cannot be read
     * @param damage sentence about a record that cannot be read; empty: it can, or there is none
     */
    public record StoredRecord(JsonNode content, Optional<String> damage) {
        private static StoredRecord damaged(Path file, String how) {
            return new StoredRecord(MissingNode.getInstance(), Optional.of(file + " " + how));
        }
    }

    /**
     * Reads the record of a run.
     *
     * @param run folder of a run, or a recording
     */
    public static StoredRecord stored(Path run) {
        Path file = new RunFolder(Files.isDirectory(run) ? run : run.toAbsolutePath().getParent()).record();
        if (!Files.exists(file)) {
            return new StoredRecord(MissingNode.getInstance(), Optional.empty());
        }
        String unknown = ": program, machine and end of the run are unknown";
        try {
            JsonNode content = JSON.readTree(file.toFile());
            return content.isObject() ? new StoredRecord(content, Optional.empty())
                    : StoredRecord.damaged(file, "is damaged" + unknown);
        } catch (JsonProcessingException e) {
            return StoredRecord.damaged(file, "is damaged in line " + e.getLocation().getLineNr() + unknown);
        } catch (IOException e) {
            return StoredRecord.damaged(file, "cannot be read: " + IoReason.of(e));
        }
    }

    public static RunbenchException noSuchRun(Path run) {
        return RunbenchException.badInput(run + ": there is no such run")
                .remedy("name a run's folder or a recording; 'runbench runs' lists the runs");
    }

    /** Returns the error for a run's folder without a recording: the reason and the remedy. */
    public static RunbenchException withoutRecording(RunFolder folder) {
        String nothing = folder.path() + " holds no recording (" + folder.recording().getFileName() + ")";
        if (!Files.exists(folder.record())) {
            return RunbenchException.badInput(nothing)
                    .remedy("name a run's folder, or a recording: ls " + folder.path());
        }
        try {
            JsonNode run = JSON.readTree(folder.record().toFile());
            if (run.path(STATE).asText().equals(RunState.RUNNING.word())) {
                boolean alive = isAlive(folder.path(), run);
                return RunbenchException
                        .badInput(nothing + ": its run "
                                + (alive ? "has not begun to count yet" : "was cut off before it counted anything"))
                        .remedy(alive ? "wait for its end" : "run it again, into another folder");
            }
            return RunbenchException
                    .badInput(nothing + ": its run " + run.path(STATE).asText() + ": "
                            + run.path(FAILURE).asText("no reason is recorded"))
                    .remedy("see what remains there: ls " + folder.path() + "; then run it again, into another folder");
        } catch (IOException e) {
            return RunbenchException.badInput(nothing + ", and " + folder.record() + " cannot be read").causedBy(e);
        }
    }

    private void write() throws IOException {
        OutputFile.write(file, JSON.writeValueAsBytes(content));
    }
}
