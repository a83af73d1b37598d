package runbench.parser.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What the header of a recording says about the run.
 *
 * @param mode               "kernel", "poll", "emulated"
 * @param periodNanos        nominal period, ns (of task running time when kernel-driven, of wall time when polled;
 *                           instructions when {@code axis} is "instructions")
 * @param axis               "run_time", or "instructions" when the records' run_ns counts instructions
 * @param realtimeOffsetNanos CLOCK_REALTIME - CLOCK_MONOTONIC at the start, ns
 * @param startedUtc         ISO 8601
 * @param scope              "user" or "user+kernel"
 * @param costPerSampleNanos measured before the run; negative when it was not
 * @param events             in the order in which they were asked for, the ones not counted included
 * @param run                what the program that started the run knew about it: benchmark, label, ...
 * @param json               everything, as it stands in the file
 */
public record Metadata(
        String mode,
        long periodNanos,
        String axis,
        long realtimeOffsetNanos,
        String startedUtc,
        boolean inherit,
        String scope,
        long costPerSampleNanos,
        boolean realtimePriority,
        int cpus,
        String kernel,
        String machine,
        List<String> command,
        List<EventInfo> events,
        JsonNode run,
        JsonNode json) {

    static Metadata from(JsonNode json) {
        return from(json, MissingNode.getInstance());
    }

    /** The same with what the end of the run showed about its events. */
    Metadata corrected(Trailer trailer) {
        return from(json, trailer.json().path("totals"));
    }

    private static Metadata from(JsonNode json, JsonNode totals) {
        List<String> command = new ArrayList<>();
        json.path("command").forEach(word -> command.add(word.asText()));
        return new Metadata(
                json.path("mode").asText("kernel"),
                json.path("period_ns").asLong(0),
                json.path("axis").asText("run_time"),
                json.path("realtime_offset_ns").asLong(0),
                json.path("started_utc").asText(""),
                json.path("inherit").asBoolean(true),
                json.path("scope").asText(""),
                json.path("cost_per_sample_ns").asLong(-1),
                json.path("realtime_priority").asBoolean(false),
                json.path("cpus").asInt(0),
                json.path("kernel").asText(""),
                json.path("machine").asText(""),
                List.copyOf(command),
                EventList.from(json, totals),
                json.path("run"),
                json);
    }

    /** True when abscissae are instructions instead of times. */
    public boolean countsInstructions() {
        return axis.equals("instructions");
    }

    /** True when CPUs were observed, whoever ran on them: each series is one CPU's, and its time is wall time. */
    public boolean cpuWide() {
        return observed().equals("cpus");
    }

    /** What was observed: "command" (with what it starts), "process", "thread" or "cpus". */
    public String observed() {
        return json.path("observed").asText("command");
    }

    /** Name of the machine that recorded; empty where the recording does not tell. */
    public String host() {
        return json.path("host").asText("");
    }

    public boolean polled() {
        return mode.equals("poll");
    }

    /** What was run, for titles: the catalogue's name, or the command's. */
    public String benchmark() {
        String first = command.isEmpty() ? "" : command.get(0);
        return run.path("benchmark").asText(first.substring(first.lastIndexOf('/') + 1));
    }

    /** The honest label of what was run ("open:403.gcc (cc1 12.2.0) - NOT SPEC"); empty when there is none. */
    public String label() {
        return run.path("label").asText("");
    }
}
