package runbench.align.stacks;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.parser.record.Metadata;
import runbench.parser.series.Axis;
import runbench.parser.symbols.StackProfile;
import runbench.parser.symbols.StackProfile.StackFrame;

/**
 * A profile of pprof (proto/profile.proto of github.com/google/pprof): one sample per stack with the number of samples
 * and the running time, one location and one function per function, one mapping per library.
 */
final class PprofProfile {
    /** Field numbers of message Profile. */
    private static final int SAMPLE_TYPE = 1;
    private static final int SAMPLE = 2;
    private static final int MAPPING = 3;
    private static final int LOCATION = 4;
    private static final int FUNCTION = 5;
    private static final int STRING_TABLE = 6;
    private static final int TIME_NANOS = 9;
    private static final int DURATION_NANOS = 10;
    private static final int PERIOD_TYPE = 11;
    private static final int PERIOD = 12;
    private static final int DEFAULT_SAMPLE_TYPE = 14;

    private final CodedOutputStream out;
    /** Index of each string; the first one is empty by definition. */
    private final Map<String, Integer> strings = new LinkedHashMap<>(Map.of("", 0));

    private PprofProfile(CodedOutputStream out) {
        this.out = out;
    }

    static void write(StackProfile stacks, Metadata metadata, OutputStream to) throws IOException {
        CodedOutputStream out = CodedOutputStream.newInstance(to);
        new PprofProfile(out).profile(stacks, metadata);
        out.flush();
    }

    /** The content of an embedded message. */
    private interface Content {
        void write(CodedOutputStream to) throws IOException;
    }

    private static byte[] bytes(Content content) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            CodedOutputStream coded = CodedOutputStream.newInstance(bytes);
            content.write(coded);
            coded.flush();
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void message(int field, Content content) throws IOException {
        out.writeByteArray(field, bytes(content));
    }

    private int string(String text) {
        return strings.computeIfAbsent(text, t -> strings.size());
    }

    private void type(int field, String type, String unit) throws IOException {
        message(field, m -> {
            m.writeInt64(1, string(type));
            m.writeInt64(2, string(unit));
        });
    }

    private void profile(StackProfile stacks, Metadata metadata) throws IOException {
        int[] self = stacks.self();
        type(SAMPLE_TYPE, "samples", "count");
        type(SAMPLE_TYPE, "cpu", "nanoseconds");
        for (int n = 0; n < self.length; n++) {
            if (self[n] > 0) {
                sample(stacks, n, self[n], metadata.periodNanos());
            }
        }
        places(stacks.frames());
        type(PERIOD_TYPE, "cpu", "nanoseconds");
        out.writeInt64(PERIOD, metadata.periodNanos());
        out.writeInt64(TIME_NANOS, startNanos(metadata));
        out.writeInt64(DURATION_NANOS, wallNanos(stacks));
        out.writeInt64(DEFAULT_SAMPLE_TYPE, string("cpu"));
        for (String s : List.copyOf(strings.keySet())) {
            out.writeString(STRING_TABLE, s);
        }
    }

    private static long startNanos(Metadata metadata) {
        try {
            return Instant.parse(metadata.startedUtc()).toEpochMilli() * 1_000_000;
        } catch (DateTimeParseException e) {
            return 0;
        }
    }

    /** Returns the wall time of the last sample since the start of the run, ns. */
    private static long wallNanos(StackProfile stacks) {
        long last = 0;
        for (int i = 0; i < stacks.samples(); i++) {
            last = Math.max(last, stacks.nanos(Axis.WALL_TIME, i));
        }
        return last;
    }

    private void sample(StackProfile stacks, int node, int count, long period) throws IOException {
        message(SAMPLE, m -> {
            // The innermost function is the first location; its number is that of the frame, from 1.
            m.writeByteArray(1, bytes(ids -> {
                for (int at = node; at >= 0; at = stacks.caller(at)) {
                    ids.writeUInt64NoTag(stacks.frame(at) + 1L);
                }
            }));
            m.writeByteArray(2, bytes(values -> {
                values.writeInt64NoTag(count);
                values.writeInt64NoTag(count * period);
            }));
        });
    }

    private void places(List<StackFrame> frames) throws IOException {
        Map<String, Integer> libraries = new LinkedHashMap<>();
        for (StackFrame f : frames) {
            if (!f.library().isEmpty()) {
                libraries.putIfAbsent(f.library(), libraries.size() + 1);
            }
        }
        for (Map.Entry<String, Integer> library : libraries.entrySet()) {
            message(MAPPING, m -> {
                m.writeUInt64(1, library.getValue());
                m.writeInt64(5, string(library.getKey()));
                m.writeBool(7, true); // has_functions
            });
        }
        for (int i = 0; i < frames.size(); i++) {
            StackFrame f = frames.get(i);
            int id = i + 1;
            message(LOCATION, m -> {
                m.writeUInt64(1, id);
                m.writeUInt64(2, libraries.getOrDefault(f.library(), 0));
                m.writeByteArray(4, bytes(line -> line.writeUInt64(1, id)));
            });
            message(FUNCTION, m -> {
                m.writeUInt64(1, id);
                m.writeInt64(2, string(f.function()));
                m.writeInt64(3, string(f.function()));
            });
        }
    }
}
