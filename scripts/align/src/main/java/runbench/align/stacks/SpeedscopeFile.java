package runbench.align.stacks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import runbench.parser.record.Metadata;
import runbench.parser.symbols.StackProfile;
import runbench.parser.symbols.StackProfile.SampledTask;
import runbench.parser.symbols.StackProfile.StackFrame;

/**
 * A file of speedscope: one profile of type "sampled" per task, each sample with the weight of one period of running
 * time. The format is that of https://www.speedscope.app/file-format-schema.json.
 */
final class SpeedscopeFile {
    private SpeedscopeFile() {
    }

    static void write(StackProfile stacks, Metadata metadata, OutputStream out) throws IOException {
        Map<SampledTask, List<Integer>> tasks = TaskSamples.of(stacks);
        // The caller closes the stream.
        JsonGenerator json = new JsonFactory().configure(JsonGenerator.Feature.AUTO_CLOSE_TARGET, false)
                .createGenerator(out);
        json.writeStartObject();
        json.writeStringField("$schema", "https://www.speedscope.app/file-format-schema.json");
        json.writeStringField("exporter", "runbench");
        json.writeStringField("name", metadata.benchmark());
        json.writeNumberField("activeProfileIndex", 0);
        json.writeObjectFieldStart("shared");
        json.writeArrayFieldStart("frames");
        for (StackFrame f : stacks.frames()) {
            json.writeStartObject();
            json.writeStringField("name", f.function());
            if (!f.library().isEmpty()) {
                json.writeStringField("file", f.library());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeArrayFieldStart("profiles");
        for (Map.Entry<SampledTask, List<Integer>> task : tasks.entrySet()) {
            profile(stacks, metadata.periodNanos(), task.getKey(), task.getValue(), json);
        }
        json.writeEndArray();
        json.writeEndObject();
        json.close();
    }

    private static void profile(StackProfile stacks, long period, SampledTask task, List<Integer> samples,
            JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("type", "sampled");
        json.writeStringField("name", task.name() + ", thread " + task.tid());
        json.writeStringField("unit", "nanoseconds");
        json.writeNumberField("startValue", 0);
        json.writeNumberField("endValue", period * samples.size());
        json.writeArrayFieldStart("samples");
        for (int sample : samples) {
            int[] stack = TaskSamples.stack(stacks, stacks.innermost(sample));
            json.writeArray(stack, 0, stack.length);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("weights");
        for (int i = 0; i < samples.size(); i++) {
            json.writeNumber(period);
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
