package runbench.pas2p.trace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import runbench.base.container.ByteSource;
import runbench.base.container.ContainerFormat;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;

/** Packing and unpacking of rank files in place. Readers of traces see no difference. */
public final class TracePacking {
    private static final String UNFINISHED = ".packing";
    private static final int STRETCH = PackedSegment.RECORDS * TraceFormat.RECORD_BYTES;

    private TracePacking() {
    }

    /**
     * The outcome of packing.
     *
     * @param files number of rank files
     * @param records approximate number of records
     * @param before size of the files before, bytes
     * @param after size of the files afterwards, bytes
     * @param seconds duration
     */
    public record Packed(int files, long records, long before, long after, double seconds) {
        /** Returns bytes per record; an unpacked file has 64 and a share of the header. */
        public double bytesPerRecord() {
            return records == 0 ? 0 : (double) after / records;
        }

        public String text() {
            return String.format(Locale.ROOT,
                    "%d files, %,d records: %,d bytes before, %,d now (%.2f per record), in %.2f s", files, records,
                    before, after, bytesPerRecord(), seconds);
        }

        /** Returns the fields for JSON. */
        public Map<String, Object> fields() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("files", files);
            fields.put("records", records);
            fields.put("bytes_before", before);
            fields.put("bytes", after);
            fields.put("bytes_per_record", bytesPerRecord());
            fields.put("duration_s", seconds);
            return fields;
        }
    }

    /**
     * Packs files that are not packed yet. Each packed file is read again and compared, and then replaces its original
     * atomically.
     *
     * @throws RunbenchException there is no trace, or a file's header is damaged
     */
    public static Packed pack(Path directory, Progress progress) throws IOException {
        return convertAll(directory, progress, true);
    }

    /** Restores packed files exactly. */
    public static Packed unpack(Path directory, Progress progress) throws IOException {
        return convertAll(directory, progress, false);
    }

    private static Packed convertAll(Path directory, Progress progress, boolean pack) throws IOException {
        List<String> unreadable = new ArrayList<>();
        RankHeader[] headers = TraceFiles.find(List.of(directory), unreadable);
        if (!unreadable.isEmpty()) {
            throw RunbenchException.badInput(unreadable.get(0)).remedy("move that file away to pack the others");
        }
        List<RankHeader> found = Arrays.stream(headers).filter(Objects::nonNull).toList();
        long begun = System.nanoTime();
        long before = bytes(found);
        AtomicInteger done = new AtomicInteger();
        try {
            found.parallelStream().forEach(header -> {
                replace(header.file(), pack);
                progress.at(done.incrementAndGet(), found.size());
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        long records = 0;
        for (RankHeader header : found) {
            records += records(header);
        }
        return new Packed(found.size(), records, before, bytes(found), (System.nanoTime() - begun) / 1e9);
    }

    private static long bytes(List<RankHeader> headers) throws IOException {
        long sum = 0;
        for (RankHeader header : headers) {
            sum += Files.size(header.file());
        }
        return sum;
    }

    private static void replace(Path file, boolean pack) {
        try {
            convert(file, pack);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long records(RankHeader header) throws IOException {
        try (ByteSource bytes = PackedTrace.open(header.file())) {
            return header.container().recordsIn(bytes.size());
        }
    }

    private static void convert(Path file, boolean pack) throws IOException {
        Path made = file.resolveSibling(file.getFileName() + UNFINISHED);
        try (FileChannel from = FileChannel.open(file)) {
            if (PackedTrace.isPacked(from) == pack) {
                return;
            }
        }
        try {
            try (ByteSource from = PackedTrace.open(file);
                    FileChannel to = FileChannel.open(made, StandardOpenOption.CREATE,
                            StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
                if (pack) {
                    write(from, to, RankHeader.read(file).headerBytes());
                } else {
                    copy(from, to);
                }
                to.force(true);
            }
            if (!sameContent(file, made)) {
                throw new IOException(file + (pack ? " changed while it was packed" : " changed while it was unpacked")
                        + ": is the program still running?");
            }
            Files.setLastModifiedTime(made, Files.getLastModifiedTime(file));
            Files.move(made, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(made);
        }
    }

    private static void copy(ByteSource from, FileChannel to) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(STRETCH);
        for (long at = 0; from.read(buffer.clear(), at) > 0;) {
            at += buffer.position();
            append(to, buffer.flip());
        }
    }

    private static void append(FileChannel to, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            to.write(bytes);
        }
    }

    private static void write(ByteSource from, FileChannel to, int headerBytes) throws IOException {
        long size = from.size();
        ByteArrayOutputStream index = new ByteArrayOutputStream();
        long segments = (size - headerBytes + STRETCH - 1) / STRETCH;
        int rest = (int) ((size - headerBytes) % TraceFormat.RECORD_BYTES);
        PackedBits.put(index, segments + 1 + (rest > 0 ? 1 : 0));
        to.position(PackedTrace.HEADER_BYTES);
        deflated(to, index, read(from, 0, headerBytes));
        byte[] last = {};
        for (long s = 0; s < segments; s++) {
            byte[] raw = read(from, headerBytes + s * STRETCH,
                    (int) Math.min(STRETCH, size - headerBytes - s * STRETCH));
            int count = raw.length / TraceFormat.RECORD_BYTES;
            byte[] packed = PackedSegment.pack(ByteBuffer.wrap(raw).order(ByteOrder.LITTLE_ENDIAN), count);
            piece(to, index, packed);
            last = raw;
        }
        if (rest > 0) {
            deflated(to, index, Arrays.copyOfRange(last, last.length - rest, last.length));
        }
        finish(to, index.toByteArray(), headerBytes, size);
    }

    private static void finish(FileChannel to, byte[] index, int headerBytes, long size) throws IOException {
        ByteBuffer own = ByteBuffer.allocate(PackedTrace.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        own.put(PackedTrace.MAGIC)
                .putInt(PackedTrace.VERSION)
                .putInt(headerBytes)
                .putLong(size)
                .putLong(to.position())
                .putInt(index.length)
                .putInt((int) ContainerFormat.crc32c(index, index.length));
        own.putInt(60, (int) ContainerFormat.crc32c(own.array(), 60));
        append(to, ByteBuffer.wrap(index));
        to.position(0);
        append(to, own.clear());
    }

    private static void deflated(FileChannel to, ByteArrayOutputStream index, byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        PackedSegment.deflate(packed, bytes);
        piece(to, index, packed.toByteArray());
    }

    private static void piece(FileChannel to, ByteArrayOutputStream index, byte[] packed) throws IOException {
        PackedBits.put(index, packed.length);
        PackedBits.put(index, ContainerFormat.crc32c(packed, packed.length));
        append(to, ByteBuffer.wrap(packed));
    }

    private static byte[] read(ByteSource from, long offset, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(count);
        int got = 0;
        while (buffer.hasRemaining() && got >= 0) {
            got = from.read(buffer, offset + buffer.position());
        }
        if (buffer.hasRemaining()) {
            throw new IOException("the file became shorter while it was read");
        }
        return buffer.array();
    }

    private static boolean sameContent(Path a, Path b) throws IOException {
        try (ByteSource one = PackedTrace.open(a); ByteSource other = PackedTrace.open(b)) {
            ByteBuffer first = ByteBuffer.allocate(STRETCH);
            if (one.size() != other.size()) {
                return false;
            }
            for (long at = 0; at < one.size(); at += first.limit()) {
                one.read(first.clear(), at);
                first.flip();
                if (!first.equals(ByteBuffer.wrap(read(other, at, first.limit())))) {
                    return false;
                }
            }
            return true;
        }
    }
}
