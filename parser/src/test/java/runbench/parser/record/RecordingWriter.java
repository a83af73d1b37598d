package runbench.parser.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import runbench.base.container.ContainerWriter;
import runbench.parser.record.Kind.Flag;

/** Writes synthetic recordings, byte for byte as recording.h says. */
public final class RecordingWriter implements AutoCloseable {
    private final ContainerWriter out;
    private final int values;
    private ByteBuffer record;
    private long lastWall;

    public RecordingWriter(Path file, int values, String metadata) {
        this.values = values;
        try {
            out = new ContainerWriter(file, Layout.FORMAT, Layout.RECORD_BYTES + 8 * values,
                    metadata.getBytes(StandardCharsets.UTF_8),
                    header -> header.putInt(Layout.FILE_VALUE_COUNT, values));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Bytes written so far. */
    public long written() {
        return out.bytes();
    }

    public RecordingWriter sample(int group, int task, int tid, int cpu, long wall, long run, long running, long... v) {
        return counts(Kind.SAMPLE, 0, group, task, tid, cpu, wall, run, run, running, v);
    }

    public RecordingWriter close(int group, int task, int tid, int cpu, long wall, long run, long running, long... v) {
        return counts(Kind.CLOSE, 0, group, task, tid, cpu, wall, run, run, running, v);
    }

    public RecordingWriter total(int group, long wall, long run, long... v) {
        return counts(Kind.TOTAL, 0, group, Kind.ALL_TASKS, 0, Kind.ALL_CPUS, wall, run, run, run, v);
    }

    public RecordingWriter counts(int kind, int flags, int group, int task, int tid, int cpu, long wall, long run,
            long enabled, long running, long... v) {
        head(kind, group, flags, cpu, task, tid, wall);
        record.putLong(run).putLong(enabled).putLong(running).putLong(0);
        for (long value : v) {
            record.putLong(value);
        }
        return put();
    }

    public RecordingWriter task(int task, int tid, int pid, int parent, long wall) {
        head(Kind.TASK, 0, 0, 0, task, tid, wall);
        record.putInt(pid).putInt(parent);
        return put();
    }

    /** Counting was enabled or disabled. */
    public RecordingWriter control(boolean enabled, long wall) {
        head(Kind.CONTROL, 0, enabled ? Flag.ENABLED : 0, Kind.ALL_CPUS, Kind.ALL_TASKS, 0, wall);
        return put();
    }

    public RecordingWriter comm(int task, int tid, String name, long wall) {
        head(Kind.COMM, 0, 0, 0, task, tid, wall);
        record.put(name.getBytes(StandardCharsets.UTF_8));
        return put();
    }

    public RecordingWriter comm(int task, int tid, String name, long wall, int flags) {
        head(Kind.COMM, 0, flags, 0, task, tid, wall);
        record.put(name.getBytes(StandardCharsets.UTF_8));
        return put();
    }

    /** A sample that says where it was taken; its only value is its running time. */
    public RecordingWriter pointed(int flags, int task, int tid, long wall, long run, long pointer) {
        head(Kind.SAMPLE, 0, flags, 0, task, tid, wall);
        record.putLong(run).putLong(run).putLong(run).putLong(pointer).putLong(run);
        return put();
    }

    /** Consecutive frames of call stacks, each called by the one before it. */
    public RecordingWriter frames(int flags, int caller, int first, long wall, long... addresses) {
        head(Kind.FRAMES, addresses.length, flags, caller, first, 0, wall);
        for (long address : addresses) {
            record.putLong(address);
        }
        return put();
    }

    /** A sample with a call stack: its second value is the number of its innermost frame. */
    public RecordingWriter stacked(int flags, int task, int tid, long wall, long run, long pointer, int frame) {
        head(Kind.SAMPLE, 0, flags, 0, task, tid, wall);
        record.putLong(run).putLong(run).putLong(run).putLong(pointer).putLong(run).putLong(frame);
        return put();
    }

    /** A file's name and build id, in as many records as they need. */
    public RecordingWriter file(int number, String name, String buildId, long wall) {
        parts(number, 0, name.getBytes(StandardCharsets.UTF_8), wall);
        return parts(number, Flag.BUILD_ID, HexFormat.of().parseHex(buildId), wall);
    }

    private RecordingWriter parts(int number, int flags, byte[] whole, long wall) {
        for (int at = 0; at < whole.length; at += Layout.FILE_PART_BYTES) {
            head(Kind.FILE, 0, flags, at, number, whole.length, wall);
            record.put(whole, at, Math.min(Layout.FILE_PART_BYTES, whole.length - at));
            put();
        }
        return this;
    }

    public RecordingWriter map(int task, int tid, long start, long bytes, long offset, int file, long wall) {
        head(Kind.MAP, 0, 0, Kind.ALL_CPUS, task, tid, wall);
        record.putLong(start).putLong(bytes).putLong(offset).putInt(file).putInt(tid);
        return put();
    }

    public RecordingWriter exit(int task, int tid, long wall) {
        head(Kind.EXIT, 0, 0, 0, task, tid, wall);
        return put();
    }

    public RecordingWriter lost(long records, long wall) {
        head(Kind.LOST, 0, 0, 0, 0, 0, wall);
        record.putLong(48, records);
        return put();
    }

    public RecordingWriter seal() {
        try {
            out.seal(seal -> seal.putLong(Layout.WALL, lastWall));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Seals what is open, then writes the end record and the trailer. */
    public void end(String trailer) {
        seal();
        try {
            out.end(trailer.getBytes(StandardCharsets.UTF_8), end -> end.putLong(Layout.WALL, lastWall));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        close();
    }

    private void head(int kind, int group, int flags, int cpu, int task, int tid, long wall) {
        lastWall = wall;
        record = out.blank();
        record.put((byte) kind)
                .put((byte) group)
                .putShort((short) flags)
                .putInt(cpu)
                .putInt(task)
                .putInt(tid)
                .putLong(wall);
    }

    private RecordingWriter put() {
        try {
            out.add();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    public int values() {
        return values;
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
