package runbench.parser.record;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.parser.record.EventInfo.CountScope;
import runbench.parser.record.EventInfo.CountSource;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.Recording.Trailer;

/**
 * The header of a recording.
 *
 * @param mode who took the samples
 * @param periodNanos nominal period, ns (of task running time when kernel-driven, of wall time when polled;
 *     instructions when these are the {@code axis})
 * @param axis quantity of the records' run_ns
 * @param realtimeOffsetNanos CLOCK_REALTIME - CLOCK_MONOTONIC at the start, ns
 * @param startedUtc start time, ISO 8601
 * @param scope modes of the processor that could be counted
 * @param costPerSampleNanos cost of a sample, measured before the run, ns; negative if it was not measured
 * @param events events in the order of the request, including those not counted
 * @param run data of the program that started the run: benchmark, label and others
 * @param json the complete metadata, as in the file
 */
public record Metadata(Term<SampledBy> mode, long periodNanos, Term<RecordedAxis> axis, long realtimeOffsetNanos,
        String startedUtc, boolean inherit, Term<CountScope> scope, long costPerSampleNanos, boolean realtimePriority,
        int cpus, String kernel, String machine, List<String> command, List<EventInfo> events, JsonNode run,
        JsonNode json) {

    static Metadata from(JsonNode json) {
        return from(json, MissingNode.getInstance());
    }

    /** Returns this metadata with the corrections of the trailer about its events. */
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

    /** Returns whether positions are instructions instead of times. */
    public boolean countsInstructions() {
        return axis.is(RecordedAxis.INSTRUCTIONS);
    }

    /** Returns whether CPUs were observed. Each series is then that of one CPU, over wall time and all programs. */
    public boolean cpuWide() {
        return observed().is(Observed.CPUS);
    }

    /** Returns the time from the start of the program to that of counting, ns; 0 if it was counted from its start. */
    public long delayNanos() {
        return json.path("delay_ns").asLong(0);
    }

    /** Returns whether samples contain addresses of code. */
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

    /** Returns how the call stacks of samples were recorded; empty if they were not. */
    public Optional<CallGraph> callGraph() {
        JsonNode graph = json.path("call_graph");
        return graph.isObject() && instructionPointers() == PointerStatus.RECORDED
                ? Optional.of(new CallGraph(graph.path("mode").asText(""), graph.path("max_frames").asInt(0),
                        graph.path("value").asInt(-1), graph.path("stack_bytes").asInt(0)))
                : Optional.empty();
    }

    /** Returns the observed object. */
    public Term<Observed> observed() {
        return Term.of(Observed.class, json.path("observed").asText(Observed.COMMAND.label()));
    }

    /** Returns the name of the recording machine; empty if the recording does not contain it. */
    public String host() {
        return json.path("host").asText("");
    }

    public boolean polled() {
        return mode.is(SampledBy.POLL);
    }

    /** Returns the name of the program for titles: that of the catalogue, or of the command. */
    public String benchmark() {
        String first = command.isEmpty() ? "" : command.get(0);
        return run.path("benchmark").asText(first.substring(first.lastIndexOf('/') + 1));
    }

    /** Returns the label of the program ("open:403.gcc (cc1 12.2.0) - NOT SPEC"); empty if there is none. */
    public String label() {
        return run.path("label").asText("");
    }

    /**
     * Gathers the events of a recording from its metadata: those that the helper opened or tried to, the sums of some
     * of them (each before the first of its parts, because the user selected it), and those that could not even be
     * tried.
     */
    private static final class EventList {
        private EventList() {
        }

        /** @param totals totals of the trailer, in the order of the metadata's events; missing without a trailer */
        static List<EventInfo> from(JsonNode metadata, JsonNode totals) {
            JsonNode run = metadata.path("run");
            List<EventInfo> events = new ArrayList<>();
            for (JsonNode e : metadata.path("events")) {
                // Only the end shows that a counter which could be opened never counted.
                JsonNode total = totals.path(events.size());
                JsonNode decisive = status(total) == CountStatus.NOT_COUNTED ? total : e;
                events.add(event(e, decisive, total.path("seen_in_trial").asBoolean(true),
                        run.path("descriptions").path(e.path("name").asText("?")).asText("")));
            }
            for (JsonNode sum : run.path("sums")) {
                addSum(sum, events);
            }
            for (JsonNode e : run.path("not_counted")) {
                events.add(event(e, e, true, ""));
            }
            return List.copyOf(events);
        }

        /** @param decisive node with status and reason */
        private static EventInfo event(JsonNode e, JsonNode decisive, boolean seen, String meaning) {
            boolean counted = status(decisive) == CountStatus.COUNTED && e.path("value").isIntegralNumber();
            return new EventInfo(e.path("name").asText("?"), e.path("unit").asText(""),
                    Term.of(CountSource.class, e.path("source").asText("")), e.path("type").asInt(-1),
                    e.path("config").asLong(0), e.path("group").asInt(0),
                    counted ? List.of(e.path("value").asInt(-1)) : List.of(),
                    Term.of(CountScope.class, e.path("scope").asText("")),
                    counted ? "" : decisive.path("reason").asText("the recording does not say why"), seen, meaning,
                    e.path("domain").asText("").equals("socket"));
        }

        /** Null if there is none that this version supports. */
        private static CountStatus status(JsonNode event) {
            return CountStatus.of(event.path("status").asText("")).orElse(null);
        }

        private static void addSum(JsonNode sum, List<EventInfo> events) {
            List<EventInfo> parts = new ArrayList<>();
            List<String> missing = new ArrayList<>();
            for (JsonNode name : sum.path("of")) {
                events.stream()
                        .filter(e -> e.name().equals(name.asText()) && e.counted())
                        .findFirst()
                        .ifPresentOrElse(parts::add, () -> missing.add(name.asText()));
            }
            boolean together = parts.stream().map(EventInfo::group).distinct().count() == 1;
            boolean counted = missing.isEmpty() && together;
            EventInfo first = parts.isEmpty() ? null : parts.get(0);
            EventInfo info = new EventInfo(sum.path("name").asText("?"), sum.path("unit").asText(""),
                    first == null ? Term.of(CountSource.UNKNOWN) : first.source(), -1, 0,
                    first == null ? 0 : first.group(),
                    counted ? parts.stream().flatMap(p -> p.values().stream()).toList() : List.of(),
                    first == null ? Term.of(CountScope.UNKNOWN) : first.scope(),
                    counted ? ""
                            : missing.isEmpty() ? "its parts were counted in different groups; add their final counts"
                                    : "not counted of its parts: " + String.join(", ", missing),
                    parts.stream().anyMatch(EventInfo::seen),
                    parts.stream().map(EventInfo::name).collect(Collectors.joining(" + "))
                            + (sum.path("meaning").asText("").isEmpty() ? "" : ": " + sum.path("meaning").asText()),
                    first != null && first.socketWide());
            events.add(first == null ? events.size() : events.indexOf(Objects.requireNonNull(first)), info);
        }
    }

    /**
     * The recording of call stacks.
     *
     * @param mode {@code fp}: callers were found by frame pointers; {@code dwarf}: by call frame information
     * @param maxFrames maximum number of frames of a stack
     * @param value index of the value of a sample that contains the number of its innermost frame
     * @param stackBytes copied part of the stack for call frame information; 0: none
     */
    public record CallGraph(String mode, int maxFrames, int value, int stackBytes) {}

    /** The kinds of observed objects. */
    public enum Observed implements Labeled {
        /** A command that was started for the recording, with its child processes. */
        COMMAND("command"), PROCESS("process"), THREAD("thread"),
        /** CPUs, with all programs on them. */
        CPUS("cpus"),
        /** Control groups, with all programs in them. */
        CGROUPS("cgroups"),
        /** An object that this version does not support. */
        UNKNOWN("");

        private final String label;

        Observed(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }
    }

    /** The source of a recording's samples. */
    public enum SampledBy implements Labeled {
        /** The kernel, after every period of a task's running time. */
        KERNEL("kernel"),
        /** A helper, at deadlines of wall time. */
        POLL("poll"),
        /** An emulator, after every period of executed instructions of a task. */
        EMULATED("emulated"),
        /** A source that this version does not support. */
        UNKNOWN("");

        private final String label;

        SampledBy(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }
    }

    /** The quantity that advances along the records of a recording. */
    public enum RecordedAxis implements Labeled {
        /** Time that the program's tasks ran. */
        RUN_TIME("run_time"),
        /** Executed instructions, in emulation, which has no time. */
        INSTRUCTIONS("instructions"),
        /** An axis that this version does not support. */
        UNKNOWN("");

        private final String label;

        RecordedAxis(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }
    }

    /** The presence of code addresses in the samples of a recording, or the reason for their absence. */
    public enum PointerStatus implements Labeled {
        RECORDED("recorded"),
        /** A helper read the counters from outside, at deadlines. */
        POLLED("polled"), EMULATED("emulated"),
        /** CPUs were observed, so the programs are not followed. */
        CPUS("cpus"),
        /** Addresses were not requested. */
        LEFT_OUT("left out"),
        /** The sampler was a version without addresses. */
        OLD("old recording");

        private final String label;

        PointerStatus(String label) {
            this.label = label;
        }

        @Override
        @JsonValue
        public String label() {
            return label;
        }
    }
}
