package runbench.parser.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What the header of a recording says about the run.
 *
 * @param mode who took the samples
 * @param periodNanos nominal period, ns (of task running time when kernel-driven, of wall time when polled;
 *     instructions when these are the {@code axis})
 * @param axis what the records' run_ns counts
 * @param realtimeOffsetNanos CLOCK_REALTIME - CLOCK_MONOTONIC at the start, ns
 * @param startedUtc ISO 8601
 * @param scope modes of the processor that could be counted
 * @param costPerSampleNanos measured before the run; negative when it was not
 * @param events in the order in which they were asked for, the ones not counted included
 * @param run what the program that started the run knew about it: benchmark, label, ...
 * @param json everything, as it stands in the file
 */
public record Metadata(Term<SampledBy> mode, long periodNanos, Term<RecordedAxis> axis, long realtimeOffsetNanos,
        String startedUtc, boolean inherit, Term<CountScope> scope, long costPerSampleNanos, boolean realtimePriority,
        int cpus, String kernel, String machine, List<String> command, List<EventInfo> events, JsonNode run,
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
        return new Metadata(Term.of(SampledBy.class, json.path("mode").asText(SampledBy.KERNEL.label())),
                json.path("period_ns").asLong(0),
                Term.of(RecordedAxis.class, json.path("axis").asText(RecordedAxis.RUN_TIME.label())),
                json.path("realtime_offset_ns").asLong(0), json.path("started_utc").asText(""),
                json.path("inherit").asBoolean(true), Term.of(CountScope.class, json.path("scope").asText("")),
                json.path("cost_per_sample_ns").asLong(-1), json.path("realtime_priority").asBoolean(false),
                json.path("cpus").asInt(0), json.path("kernel").asText(""), json.path("machine").asText(""),
                List.copyOf(command), EventList.from(json, totals), json.path("run"), json);
    }

    /** True when abscissae are instructions instead of times. */
    public boolean countsInstructions() {
        return axis.is(RecordedAxis.INSTRUCTIONS);
    }

    /** True when CPUs were observed, whoever ran on them: each series is one CPU's, and its time is wall time. */
    public boolean cpuWide() {
        return observed().is(Observed.CPUS);
    }

    /** Whether samples say where in the program they were taken. */
    public PointerStatus instructionPointers() {
        JsonNode recorded = json.path("instruction_pointers");
        if (recorded.asBoolean(false)) {
            return PointerStatus.RECORDED;
        }
        return switch (mode.value()) {
            case POLL -> PointerStatus.POLLED;
            case EMULATED -> PointerStatus.EMULATED;
            case KERNEL, UNKNOWN ->
                cpuWide() ? PointerStatus.CPUS : recorded.isMissingNode() ? PointerStatus.OLD : PointerStatus.LEFT_OUT;
        };
    }

    /** What was observed. */
    public Term<Observed> observed() {
        return Term.of(Observed.class, json.path("observed").asText(Observed.COMMAND.label()));
    }

    /** Name of the machine that recorded; empty where the recording does not tell. */
    public String host() {
        return json.path("host").asText("");
    }

    public boolean polled() {
        return mode.is(SampledBy.POLL);
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
