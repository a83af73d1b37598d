package runbench.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.json.Json;
import runbench.base.process.IoReason;

/**
 * The contents of {@code run.json} of a finished run.
 *
 * @param state state of the run
 * @param started start time in milliseconds; null: not recorded
 * @param failure reason of the failure; null: the run did not fail
 * @param exitStatus exit status of the program; null: it did not exit
 * @param executables SHA-256 of the executed files; empty: not recorded
 * @param disturbed details of known disturbances by kind, most severe first
 */
public record KeptRecord(RunState state, Instant started, String failure, Integer exitStatus, List<String> executables,
        Map<String, String> disturbed) {
    public KeptRecord {
        disturbed = Collections.unmodifiableMap(new LinkedHashMap<>(disturbed));
    }

    /**
     * Returns whether the run can be compared.
     *
     * @param anyStatus accept a program that ended with an exit status other than 0
     */
    public boolean isComparable(boolean anyStatus) {
        return state == RunState.FINISHED
                || anyStatus && state == RunState.FAILED && exitStatus != null && exitStatus != 0;
    }

    /**
     * Reads the record of a run.
     *
     * @return the record; empty if the folder has none
     * @throws RunbenchException (bad input) the record cannot be read
     */
    public static Optional<KeptRecord> of(RunFolder folder) {
        if (!Files.exists(folder.record())) {
            return Optional.empty();
        }
        try {
            JsonNode run = RunRecord.JSON.readTree(folder.record().toFile());
            List<String> executables = new ArrayList<>();
            run.path("provenance").path("executables").forEach(e -> executables.add(e.path("sha256").asText()));
            Map<String, String> disturbed = new LinkedHashMap<>();
            run.path("disturbances").forEach(d -> disturbed.put(d.path("kind").asText(), d.path("detail").asText()));
            return Optional.of(new KeptRecord(RunState.of(run.path("state").asText()),
                    run.has("started_utc") ? Instant.parse(run.path("started_utc").asText()) : null,
                    run.path("failure").asText(null),
                    run.has("exit_status") ? (Integer) run.path("exit_status").asInt() : null, executables, disturbed));
        } catch (JsonProcessingException e) {
            throw unreadable(folder, Json.reason(e), e);
        } catch (IOException e) {
            throw unreadable(folder, IoReason.of(e), e);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw unreadable(folder, e.getMessage(), e);
        }
    }

    private static RunbenchException unreadable(RunFolder folder, String why, Exception e) {
        return RunbenchException.badInput(folder.record() + ": is not a readable record of a run: " + why)
                .remedy("compare runs whose run.json is whole")
                .causedBy(e);
    }
}
