package runbench.align.stacks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import runbench.parser.record.Metadata;
import runbench.parser.series.Axis;
import runbench.parser.symbols.StackProfile;
import runbench.parser.symbols.StackProfile.SampledTask;
import runbench.parser.symbols.StackProfile.StackFrame;

/**
 * A profile in the Gecko format of the Firefox Profiler, version 24, which the profiler converts when it loads the
 * file. Each task is a thread; times are milliseconds of wall time since the start of the run.
 */
final class GeckoProfile {
    private static final int VERSION = 24;
    private static final List<String> FRAME_FIELDS = List.of("location", "relevantForJS", "innerWindowID",
            "implementation", "optimizations", "line", "column", "category", "subcategory");
    private static final int USER = 0;
    private static final int KERNEL = 1;

    private GeckoProfile() {
    }

    static void write(StackProfile stacks, Metadata metadata, OutputStream out) throws IOException {
        JsonGenerator json = new JsonFactory().configure(JsonGenerator.Feature.AUTO_CLOSE_TARGET, false)
                .createGenerator(out);
        json.writeStartObject();
        meta(metadata, json);
        empty("libs", json);
        json.writeArrayFieldStart("threads");
        for (Map.Entry<SampledTask, List<Integer>> task : TaskSamples.of(stacks).entrySet()) {
            thread(stacks, task.getKey(), task.getValue(), json);
        }
        json.writeEndArray();
        empty("processes", json);
        empty("pausedRanges", json);
        json.writeEndObject();
        json.close();
    }

    private static void meta(Metadata metadata, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("meta");
        json.writeNumberField("version", VERSION);
        json.writeNumberField("interval", metadata.periodNanos() / 1e6);
        json.writeNumberField("startTime", startMillis(metadata));
        json.writeNullField("shutdownTime");
        json.writeNumberField("processType", 0);
        json.writeStringField("product", metadata.benchmark());
        json.writeNumberField("stackwalk", 1);
        json.writeNumberField("debug", 0);
        json.writeNumberField("gcpoison", 0);
        json.writeNumberField("asyncstack", 1);
        json.writeBooleanField("presymbolicated", true);
        json.writeArrayFieldStart("categories");
        category("User", "yellow", json);
        category("Kernel", "orange", json);
        json.writeEndArray();
        empty("markerSchema", json);
        json.writeEndObject();
    }

    private static long startMillis(Metadata metadata) {
        try {
            return Instant.parse(metadata.startedUtc()).toEpochMilli();
        } catch (DateTimeParseException e) {
            return 0;
        }
    }

    private static void category(String name, String colour, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", name);
        json.writeStringField("color", colour);
        json.writeArrayFieldStart("subcategories");
        json.writeString("Other");
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void empty(String name, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        json.writeEndArray();
    }

    /** Writes the schema of a table, and starts its rows. */
    private static void table(String name, List<String> fields, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeObjectFieldStart("schema");
        for (int i = 0; i < fields.size(); i++) {
            json.writeNumberField(fields.get(i), i);
        }
        json.writeEndObject();
        json.writeArrayFieldStart("data");
    }

    private static void end(JsonGenerator json) throws IOException {
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void thread(StackProfile stacks, SampledTask task, List<Integer> samples, JsonGenerator json)
            throws IOException {
        // The nodes and frames of this thread, with numbers of its own.
        int[] stackOf = new int[stacks.nodes()];
        int[] frameOf = new int[stacks.frames().size()];
        for (int sample : samples) {
            for (int at = stacks.innermost(sample); at >= 0 && stackOf[at] == 0; at = stacks.caller(at)) {
                stackOf[at] = 1;
                frameOf[stacks.frame(at)] = 1;
            }
        }
        number(stackOf);
        number(frameOf);
        json.writeStartObject();
        json.writeStringField("name", task.name());
        json.writeStringField("processType", "default");
        json.writeNumberField("tid", task.tid());
        json.writeNumberField("pid", task.pid());
        json.writeNumberField("registerTime", 0);
        json.writeNullField("unregisterTime");
        table("markers", List.of("name", "startTime", "endTime", "phase", "category", "data"), json);
        end(json);
        table("samples", List.of("stack", "time", "responsiveness"), json);
        for (int sample : samples) {
            json.writeStartArray();
            json.writeNumber(stackOf[stacks.innermost(sample)]);
            json.writeNumber(stacks.nanos(Axis.WALL_TIME, sample) / 1e6);
            json.writeNumber(0);
            json.writeEndArray();
        }
        end(json);
        table("stackTable", List.of("prefix", "frame"), json);
        for (int n = 0; n < stackOf.length; n++) {
            if (stackOf[n] >= 0) {
                json.writeStartArray();
                if (stacks.caller(n) < 0) {
                    json.writeNull();
                } else {
                    json.writeNumber(stackOf[stacks.caller(n)]);
                }
                json.writeNumber(frameOf[stacks.frame(n)]);
                json.writeEndArray();
            }
        }
        end(json);
        frames(stacks, frameOf, json);
        json.writeEndObject();
    }

    private static void frames(StackProfile stacks, int[] frameOf, JsonGenerator json) throws IOException {
        table("frameTable", FRAME_FIELDS, json);
        for (int f = 0; f < frameOf.length; f++) {
            if (frameOf[f] >= 0) {
                json.writeStartArray();
                json.writeNumber(frameOf[f]);
                json.writeBoolean(false);
                json.writeNumber(0);
                for (int i = 0; i < 4; i++) {
                    json.writeNull();
                }
                json.writeNumber(stacks.frames().get(f).kernel() ? KERNEL : USER);
                json.writeNull();
                json.writeEndArray();
            }
        }
        end(json);
        json.writeArrayFieldStart("stringTable");
        for (int f = 0; f < frameOf.length; f++) {
            if (frameOf[f] >= 0) {
                StackFrame frame = stacks.frames().get(f);
                // The profiler takes the library out of this form.
                json.writeString(frame.function() + (frame.library().isEmpty() ? "" : " (in " + frame.library() + ")"));
            }
        }
        json.writeEndArray();
    }

    /** Replaces each 1 by the number of 1s before it, and each 0 by -1. */
    private static void number(int[] used) {
        int count = 0;
        for (int i = 0; i < used.length; i++) {
            used[i] = used[i] == 0 ? -1 : count++;
        }
    }
}
