package runbench.base.container;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * A writer of files of sealed records. Each seal writes the buffered records to the file. Without {@link #end} the file
 * is incomplete, as after a killed process.
 */
public final class ContainerWriter implements Closeable {
    private static final int BUFFER_BYTES = 1 << 18;
    private static final Consumer<ByteBuffer> NO_MORE = record -> {};

    private final ContainerFormat format;
    private final FileChannel channel;
    private final ByteBuffer record;
    private final ByteBuffer buffer;
    private final CRC32C crc = new CRC32C();
    private int unsummed;
    private long unsealed;
    private long seals;
    private long bytes;

    /**
     * Begins a file, and overwrites an existing one.
     *
     * @param file path of the file
     * @param format kind of the file
     * @param recordBytes width of a record, bytes
     * @param metadata a JSON object, UTF-8
     * @param headerFields adds the fields of this format only to the header (64 bytes)
     * @throws IOException the file cannot be written
     */
    public ContainerWriter(Path file, ContainerFormat format, int recordBytes, byte[] metadata,
            Consumer<ByteBuffer> headerFields) throws IOException {
        this.format = format;
        record = ByteBuffer.allocate(recordBytes).order(ByteOrder.LITTLE_ENDIAN);
        buffer = ByteBuffer.allocateDirect(Math.max(BUFFER_BYTES, 2 * recordBytes));
        channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
        try {
            write(header(recordBytes, metadata, headerFields));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private ByteBuffer header(int recordBytes, byte[] json, Consumer<ByteBuffer> headerFields) {
        int whole = (ContainerFormat.HEADER_BYTES + json.length + 63) / 64 * 64;
        ByteBuffer header = ByteBuffer.allocate(whole).order(ByteOrder.LITTLE_ENDIAN);
        headerFields.accept(header);
        header.clear();
        header.put(format.magicBytes());
        header.putInt(ContainerFormat.VERSION_AT, format.version());
        header.putInt(ContainerFormat.HEADER_BYTES_AT, whole);
        header.putInt(ContainerFormat.RECORD_BYTES_AT, recordBytes);
        format.jsonBytes().put(header, json.length);
        format.jsonCrc().put(header, ContainerFormat.crc32c(json, json.length));
        header.putInt(ContainerFormat.HEADER_CRC_AT,
                (int) ContainerFormat.crc32c(header.array(), ContainerFormat.HEADER_CRC_AT));
        Arrays.fill(header.array(), ContainerFormat.HEADER_BYTES, whole, (byte) ' ');
        return header.put(ContainerFormat.HEADER_BYTES, json).clear();
    }

    /**
     * Returns the next record, filled with 0 and positioned at its beginning. The caller fills it in and then
     * {@linkplain #add adds} it.
     */
    public ByteBuffer blank() {
        Arrays.fill(record.array(), (byte) 0);
        return record.clear();
    }

    /** Appends the {@link #blank} record with the caller's content. */
    public void add() throws IOException {
        append();
        unsealed++;
    }

    private void append() throws IOException {
        if (buffer.remaining() < record.capacity()) {
            flush();
        }
        buffer.put(record.array());
    }

    /** Returns the number of records since the last seal. */
    public long unsealed() {
        return unsealed;
    }

    /** Returns the length of the file so far, including buffered records, bytes. */
    public long bytes() {
        return bytes + buffer.position();
    }

    /** Closes the records since the last seal, as {@link #seal(Consumer)} does, without more fields. */
    public void seal() throws IOException {
        seal(NO_MORE);
    }

    /**
     * Closes the records since the last seal with their checksum and writes them. Without such records it has no
     * effect.
     *
     * @param fields adds the fields of this format only to the seal
     */
    public void seal(Consumer<ByteBuffer> fields) throws IOException {
        if (unsealed == 0) {
            return;
        }
        sum();
        ContainerFormat.SealFields seal = format.seal();
        fields.accept(blank());
        record.put(0, (byte) seal.kind());
        seal.records().put(record, unsealed);
        seal.sequence().put(record, seals++);
        seal.crc().put(record, crc.getValue());
        seal.selfCrc().put(record, 0);
        seal.selfCrc().put(record, ContainerFormat.crc32c(record.array(), record.capacity()));
        append();
        crc.reset();
        unsealed = 0;
        flushSummed();
    }

    /**
     * Ends a complete file. Unsealed records are sealed without more fields.
     *
     * @param trailer a JSON object, UTF-8
     * @param fields adds the fields of this format only to the end record
     */
    public void end(byte[] trailer, Consumer<ByteBuffer> fields) throws IOException {
        seal();
        fields.accept(blank());
        record.put(0, (byte) format.end().kind());
        format.end().bytes().put(record, trailer.length);
        format.end().crc().put(record, ContainerFormat.crc32c(trailer, trailer.length));
        append();
        flushSummed();
        write(ByteBuffer.wrap(trailer));
    }

    private void sum() {
        crc.update(buffer.duplicate().flip().position(unsummed));
        unsummed = buffer.position();
    }

    private void flush() throws IOException {
        sum();
        flushSummed();
    }

    private void flushSummed() throws IOException {
        write(buffer.flip());
        buffer.clear();
        unsummed = 0;
    }

    private void write(ByteBuffer from) throws IOException {
        bytes += from.remaining();
        while (from.hasRemaining()) {
            channel.write(from);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            flushSummed();
        } finally {
            channel.close();
        }
    }
}
