package runbench.parser.record;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** Writes synthetic recordings, byte for byte as recording.h says. */
public final class RecordingWriter implements AutoCloseable {
    private final OutputStream out;
    private final ByteBuffer record;
    private final int values;
    private final CRC32C crc = new CRC32C();
    private long sinceSeal;
    private long sequence;
    private long lastWall;
    private long written;

    public RecordingWriter(Path file, int values, String metadata) {
        this.values = values;
        record = ByteBuffer.allocate(56 + 8 * values).order(ByteOrder.LITTLE_ENDIAN);
        byte[] json = metadata.getBytes(StandardCharsets.UTF_8);
        int headerBytes = (64 + json.length + 63) / 64 * 64;
        ByteBuffer header = ByteBuffer.allocate(headerBytes).order(ByteOrder.LITTLE_ENDIAN);
        header.put("RUNBREC\n".getBytes(StandardCharsets.US_ASCII)).putInt(1).putInt(headerBytes)
                .putInt(record.capacity()).putInt(values).putInt(json.length).putInt(crc(json, json.length));
        header.putInt(60, crc(header.array(), 60));
        header.position(64);
        header.put(json);
        while (header.hasRemaining()) {
            header.put((byte) ' ');
        }
        try {
            out = new java.io.BufferedOutputStream(Files.newOutputStream(file), 1 << 18);
            out.write(header.array());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        written = headerBytes;
    }

    private static int crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    /** Bytes written so far. */
    public long written() {
        return written;
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

    public RecordingWriter comm(int task, int tid, String name, long wall) {
        head(Kind.COMM, 0, 0, 0, task, tid, wall);
        record.put(name.getBytes(StandardCharsets.UTF_8));
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
        long covered = sinceSeal;
        int sum = (int) crc.getValue();
        head(Kind.SEAL, 0, 0, 0, 0, 0, lastWall);
        record.putLong(covered).putLong(sequence++).putInt(sum);
        record.putInt(44, crc(record.array(), record.capacity()));
        put();
        sinceSeal = 0;
        crc.reset();
        return this;
    }

    /** Seals what is open, then writes the end record and the trailer. */
    public void end(String trailer) {
        if (sinceSeal > 0) {
            seal();
        }
        byte[] json = trailer.getBytes(StandardCharsets.UTF_8);
        head(Kind.END, 0, 0, 0, 0, 0, lastWall);
        record.putLong(32, Integer.toUnsignedLong(crc(json, json.length))).putLong(48, json.length);
        put();
        try {
            out.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        written += json.length;
        close();
    }

    private void head(int kind, int group, int flags, int cpu, int task, int tid, long wall) {
        java.util.Arrays.fill(record.array(), (byte) 0);
        lastWall = wall;
        record.clear();
        record.put((byte) kind).put((byte) group).putShort((short) flags).putInt(cpu).putInt(task).putInt(tid).putLong(wall);
    }

    private RecordingWriter put() {
        try {
            out.write(record.array());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        crc.update(record.array());
        sinceSeal++;
        written += record.capacity();
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
