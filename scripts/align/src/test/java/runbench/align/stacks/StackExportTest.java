package runbench.align.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.function.IntFunction;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.parser.record.Kind;
import runbench.parser.record.Kind.Flag;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.symbols.KeptSymbols;
import runbench.parser.symbols.KeptSymbols.Library;
import runbench.parser.symbols.KeptSymbols.NamedRange;
import runbench.parser.symbols.KeptSymbols.SymbolSource;
import runbench.parser.symbols.SampledCode;
import runbench.parser.symbols.StackProfile;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;

/** Two tasks: main;dot (3 samples, one in the kernel below it) and, in the second task, main;"lambda;1" (2 samples). */
class StackExportTest {
    private static final long MS = Synthetic.MS;
    private static final long AT = 1_000 * MS;
    private static final long BASE = 0x7f0000000000L;
    private static final long IN_KERNEL = 0xffffffff81000000L;
    private static final Map<String, Integer> EXPECTED = Map.of("main;dot", 2, "main;dot;tick", 1, "main;lambda;1", 2);

    @TempDir
    private Path folder;
    private Recording recording;
    private StackProfile stacks;

    @BeforeEach
    void record() {
        Path file = folder.resolve("samples.rec");
        String plain = Synthetic.metadata("kernel", MS, "task-clock:software:0:0");
        RecordingWriter out = new RecordingWriter(file, 2, plain.substring(0, plain.length() - 1)
                + ",\"instruction_pointers\":true,\"call_graph\":{\"mode\":\"fp\",\"max_frames\":127,\"value\":1}}");
        out.task(0, 10, 10, Kind.ALL_TASKS, AT).comm(0, 10, "prog", AT, Flag.EXEC);
        out.file(0, "/prog", "01", AT).map(0, 10, BASE, 0x10000, 0, 0, AT);
        out.task(1, 11, 10, 0, AT).comm(1, 11, "worker", AT);
        out.frames(0, Kind.OUTERMOST, 1, AT, BASE + 0x110, BASE + 0x210).frames(0, 1, 3, AT, BASE + 0x310);
        out.frames(Flag.KERNEL, 2, 4, AT, IN_KERNEL + 1);
        out.stacked(0, 0, 10, AT + MS, MS, BASE + 0x210, 2).stacked(0, 0, 10, AT + 2 * MS, 2 * MS, BASE + 0x210, 2);
        out.stacked(Flag.KERNEL, 0, 10, AT + 3 * MS, 3 * MS, IN_KERNEL + 1, 4);
        out.stacked(0, 1, 11, AT + 4 * MS, MS, BASE + 0x310, 3).stacked(0, 1, 11, AT + 5 * MS, 2 * MS, BASE + 0x310, 3);
        out.counts(Kind.CLOSE, 0, 0, 0, 10, 0, AT + 5 * MS, 3 * MS, 3 * MS, 3 * MS, 3 * MS)
                .counts(Kind.CLOSE, 0, 0, 1, 11, 0, AT + 5 * MS, 2 * MS, 2 * MS, 2 * MS, 2 * MS)
                .total(0, AT + 5 * MS, 5 * MS, 5 * MS)
                .end(Synthetic.trailer(5));
        recording = Recording.open(file);
        RunView view = RunView.of(recording, List.of());
        Requested<SampledCode> code = view.gathered(SampledCode.collector(view.periods()));
        view.read(Progress.NONE);
        KeptSymbols symbols = new KeptSymbols("runbench symbols", 1, List.of(
                new Library("/prog", "01", -1, SymbolSource.SYMBOL_TABLE,
                        List.of(new NamedRange(0x100, 0x100, "main"), new NamedRange(0x200, 0x100, "dot"),
                                new NamedRange(0x300, 0x100, "lambda;1"))),
                new Library(KeptSymbols.KERNEL, "", -1, SymbolSource.KERNEL_SYMBOLS,
                        List.of(new NamedRange(IN_KERNEL, 0x100, "tick")))));
        stacks = StackProfile.of(code.get(), symbols);
    }

    private Path written(StackExport format) {
        Path file = folder.resolve(format.file());
        format.write(stacks, recording.metadata(), file);
        return file;
    }

    private JsonNode json(StackExport format) throws IOException {
        return new ObjectMapper().readTree(written(format).toFile());
    }

    @Test
    void collapsedStacksHaveNoSeparatorInNamesAndMarkTheKernel() throws IOException {
        assertThat(Files.readString(written(StackExport.COLLAPSED)))
                .isEqualTo("main;dot 2\nmain;dot;tick_[k] 1\nmain;lambda:1 2\n");
    }

    @Test
    void speedscopeHasOneSampledProfilePerTask() throws IOException {
        JsonNode file = json(StackExport.SPEEDSCOPE);
        assertThat(file.path("$schema").asText()).isEqualTo("https://www.speedscope.app/file-format-schema.json");
        JsonNode frames = file.path("shared").path("frames");
        Map<String, Integer> counts = new TreeMap<>();
        for (JsonNode profile : file.path("profiles")) {
            assertThat(profile.path("type").asText()).isEqualTo("sampled");
            assertThat(profile.path("unit").asText()).isEqualTo("nanoseconds");
            assertThat(profile.path("weights")).hasSameSizeAs(profile.path("samples"));
            assertThat(profile.path("endValue").asLong()).isEqualTo(profile.path("samples").size() * MS);
            profile.path("samples")
                    .forEach(s -> counts.merge(named(s, i -> frames.path(i).path("name").asText()), 1, Integer::sum));
        }
        assertThat(counts).isEqualTo(EXPECTED);
        assertThat(file.path("profiles")).extracting(p -> p.path("name").asText())
                .containsExactly("prog, thread 10", "worker, thread 11");
    }

    private static String named(JsonNode indices, IntFunction<String> name) {
        return StreamSupport.stream(indices.spliterator(), false)
                .map(i -> name.apply(i.asInt()))
                .collect(Collectors.joining(";"));
    }

    @Test
    void firefoxThreadsHaveTablesOfTheirOwn() throws IOException {
        JsonNode file = json(StackExport.FIREFOX);
        assertThat(file.path("meta").path("version").asInt()).isEqualTo(24);
        assertThat(file.path("threads")).hasSize(2);
        Map<String, Integer> counts = new TreeMap<>();
        for (JsonNode thread : file.path("threads")) {
            JsonNode stackTable = thread.path("stackTable").path("data");
            JsonNode frameTable = thread.path("frameTable").path("data");
            double before = -1;
            for (JsonNode sample : thread.path("samples").path("data")) {
                List<String> names = new ArrayList<>();
                JsonNode at = sample.path(0);
                while (!at.isNull()) {
                    JsonNode row = stackTable.path(at.asInt());
                    JsonNode frame = frameTable.path(row.path(1).asInt());
                    String name = thread.path("stringTable").path(frame.path(0).asInt()).asText();
                    assertThat(frame.path(7).asInt()).isEqualTo(name.contains("[kernel]") ? 1 : 0);
                    names.add(0, name.replaceAll(" \\(in .*\\)$", ""));
                    at = row.path(0);
                }
                assertThat(sample.path(1).asDouble()).isGreaterThan(before);
                before = sample.path(1).asDouble();
                counts.merge(String.join(";", names), 1, Integer::sum);
            }
        }
        assertThat(counts).isEqualTo(EXPECTED);
    }

    @Test
    void pprofHasSamplesAndNanosecondsPerStack() throws IOException {
        byte[] bytes = new GZIPInputStream(Files.newInputStream(written(StackExport.PPROF))).readAllBytes();
        Map<Integer, List<byte[]>> fields = messages(bytes);
        List<String> strings = fields.get(6).stream().map(b -> new String(b, StandardCharsets.UTF_8)).toList();
        assertThat(strings.get(0)).isEmpty();
        assertThat(fields.get(1))
                .extracting(t -> strings.get((int) number(t, 1)) + "/" + strings.get((int) number(t, 2)))
                .containsExactly("samples/count", "cpu/nanoseconds");
        Map<Long, String> functions = new TreeMap<>();
        for (byte[] f : fields.get(5)) {
            functions.put(number(f, 1), strings.get((int) number(f, 2)));
        }
        Map<Long, String> locations = new TreeMap<>();
        for (byte[] l : fields.get(4)) {
            locations.put(number(l, 1), functions.get(number(messages(l).get(4).get(0), 1)));
        }
        Map<String, Integer> counts = new TreeMap<>();
        for (byte[] sample : fields.get(2)) {
            List<String> stack = packed(messages(sample).get(1).get(0)).stream().map(locations::get).toList();
            List<Long> values = packed(messages(sample).get(2).get(0));
            assertThat(values.get(1)).isEqualTo(values.get(0) * MS);
            List<String> outermostFirst = new ArrayList<>(stack);
            Collections.reverse(outermostFirst);
            counts.merge(String.join(";", outermostFirst), values.get(0).intValue(), Integer::sum);
        }
        assertThat(counts).isEqualTo(EXPECTED);
    }

    private static Map<Integer, List<byte[]>> messages(byte[] bytes) throws IOException {
        Map<Integer, List<byte[]>> fields = new TreeMap<>();
        CodedInputStream in = CodedInputStream.newInstance(bytes);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
                fields.computeIfAbsent(WireFormat.getTagFieldNumber(tag), f -> new ArrayList<>())
                        .add(in.readByteArray());
            } else {
                in.skipField(tag);
            }
        }
        return fields;
    }

    private static long number(byte[] message, int field) {
        try {
            CodedInputStream in = CodedInputStream.newInstance(message);
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                if (WireFormat.getTagFieldNumber(tag) == field) {
                    return in.readInt64();
                }
                in.skipField(tag);
            }
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Long> packed(byte[] bytes) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(new ByteArrayInputStream(bytes));
        List<Long> values = new ArrayList<>();
        while (!in.isAtEnd()) {
            values.add(in.readInt64());
        }
        return values;
    }

    @Test
    void aFolderThatDoesNotExistIsNamed() {
        assertThatThrownBy(() -> StackExport.PPROF.write(stacks, recording.metadata(), folder.resolve("no/run.pb.gz")))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("run.pb.gz: cannot be written");
    }
}
