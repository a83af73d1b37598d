package runbench.parser.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;
import runbench.base.error.RunbenchException;

/**
 * A recording (samples.rec), checked when it is opened. Every checksum is verified before any record is given out;
 * of a damaged or unfinished file the part up to its last good seal is given out, and {@link #damage()} says so.
 * Records behind the last good seal are never used: nothing vouches for them, and they are at most one flush (100 ms).
 *
 * <p>A file without a readable header is refused. Immutable; safe for several threads; needs no closing (the mapping
 * goes with the object).
 */
public final class Recording {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path path;
    private final Metadata metadata;
    private final Trailer trailer;
    private final Damage damage;
    private final MappedRecords records;
    private final long intact;
    private final long samples;
    private final int valueCount;

    private Recording(Path path, FileChannel channel) throws IOException {
        this.path = path;
        long size = channel.size();
        ByteBuffer header = header(channel, size);
        int headerBytes = header.getInt(Layout.FILE_HEADER_SIZE);
        valueCount = header.getInt(Layout.FILE_VALUE_COUNT);
        int recordBytes = Layout.RECORD_BYTES + 8 * valueCount;
        Metadata begun = metadata(channel, header);

        records = new MappedRecords(channel, headerBytes, recordBytes, (size - headerBytes) / recordBytes,
                MappedRecords.WINDOW_BYTES);
        SealCheck seals = new SealCheck(records, headerBytes);
        intact = seals.intact();
        samples = seals.samples();
        long endOffset = headerBytes + intact * recordBytes;
        if (seals.damage() != null) {
            trailer = null;
            metadata = begun;
            damage = new Damage(seals.damageOffset(), seals.damage(), samples, size - endOffset);
            return;
        }
        Object end = trailer(channel, size, endOffset);
        trailer = end instanceof Trailer t ? t : null;
        metadata = trailer == null ? begun : begun.corrected(trailer);
        damage = end instanceof String reason ? new Damage(endOffset, reason, samples, size - endOffset) : null;
    }

    /**
     * Opens and checks a recording.
     *
     * @throws RunbenchException (bad input) when there is no readable recording header; names the file and the offset
     */
    public static Recording open(Path path) {
        if (Files.isDirectory(path)) {
            throw RunbenchException.badInput(path + ": is a directory, not a recording")
                    .remedy("name the file, usually samples.rec inside it");
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return new Recording(path, channel);
        } catch (NoSuchFileException e) {
            throw RunbenchException.badInput(path + ": no such file").causedBy(e);
        } catch (IOException e) {
            throw RunbenchException.badInput(path + ": cannot be read: " + e.getMessage()).causedBy(e);
        } catch (InternalError e) {
            throw shrank(path, e);
        }
    }

    /** What to say when mapped pages vanished: another process cut the file while it was being read. */
    public static RunbenchException shrank(Path path, InternalError cause) {
        return RunbenchException.badInput(path + ": could not be read to its end; it was cut off while being read, or "
                + "its disk fails").remedy("wait until the run has ended, then read it again").causedBy(cause);
    }

    private ByteBuffer header(FileChannel channel, long size) throws IOException {
        if (size < Layout.FILE_HEADER_BYTES) {
            throw bad(0, "expected a recording header of 64 bytes, the file has " + size);
        }
        ByteBuffer header = read(channel, 0, Layout.FILE_HEADER_BYTES);
        if (!Arrays.equals(Arrays.copyOf(header.array(), 8), Layout.MAGIC)) {
            throw bad(0, "expected the magic \"RUNBREC\\n\"; this is not a recording, or its line ends were converted");
        }
        if (crc(header.array(), Layout.FILE_HEADER_CRC) != header.getInt(Layout.FILE_HEADER_CRC)) {
            throw bad(Layout.FILE_HEADER_CRC, "the checksum of the file header does not match");
        }
        int version = header.getInt(Layout.FILE_VERSION);
        if (version != Layout.VERSION) {
            throw RunbenchException.badInput(path + ": byte " + Layout.FILE_VERSION + ": format version "
                    + Integer.toUnsignedString(version) + ", this program reads version " + Layout.VERSION)
                    .remedy("read it with the version of Runbench that wrote it");
        }
        long headerBytes = Integer.toUnsignedLong(header.getInt(Layout.FILE_HEADER_SIZE));
        long jsonBytes = Integer.toUnsignedLong(header.getInt(Layout.FILE_JSON_BYTES));
        long values = Integer.toUnsignedLong(header.getInt(Layout.FILE_VALUE_COUNT));
        long recordBytes = Integer.toUnsignedLong(header.getInt(Layout.FILE_RECORD_SIZE));
        if (values < 1 || values > Layout.MAX_VALUES || recordBytes != Layout.RECORD_BYTES + 8 * values) {
            throw bad(Layout.FILE_RECORD_SIZE, "records of " + recordBytes + " bytes with " + values
                    + " values; expected 56 + 8 x values, 1.." + Layout.MAX_VALUES + " values");
        }
        if (headerBytes % 64 != 0 || jsonBytes > Layout.MAX_JSON_BYTES || headerBytes > Integer.MAX_VALUE
                || headerBytes < Layout.FILE_HEADER_BYTES + jsonBytes) {
            throw bad(Layout.FILE_HEADER_SIZE, "a header of " + headerBytes + " bytes for " + jsonBytes
                    + " bytes of metadata; expected a multiple of 64 that holds them");
        }
        if (headerBytes > size) {
            throw bad(size, "the file is cut off inside its header of " + headerBytes + " bytes");
        }
        return header;
    }

    private Metadata metadata(FileChannel channel, ByteBuffer header) throws IOException {
        int bytes = header.getInt(Layout.FILE_JSON_BYTES);
        byte[] json = read(channel, Layout.FILE_HEADER_BYTES, bytes).array();
        if (crc(json, bytes) != header.getInt(Layout.FILE_JSON_CRC)) {
            throw bad(Layout.FILE_HEADER_BYTES, "the checksum of the metadata does not match");
        }
        Metadata read;
        try {
            read = Metadata.from(object(json));
        } catch (JsonProcessingException e) {
            throw bad(Layout.FILE_HEADER_BYTES, "the metadata are not a JSON object: " + e.getOriginalMessage());
        }
        for (EventInfo event : read.events()) {
            if (event.values().stream().anyMatch(v -> v < 0 || v >= valueCount) || event.group() < 0
                    || event.group() > 255) {
                throw bad(Layout.FILE_HEADER_BYTES, "event " + event.name() + " is value " + event.values()
                        + " of group " + event.group() + ", but records hold " + valueCount + " values");
            }
        }
        return read;
    }

    /** The trailer, or a string that says what is wrong with it. */
    private Object trailer(FileChannel channel, long size, long endOffset) throws IOException {
        ByteBuffer window = records.window(intact);
        int at = records.position(intact);
        long bytes = window.getLong(at + Layout.END_TRAILER_BYTES);
        long rest = size - endOffset - records.recordBytes();
        if (bytes != rest || bytes > Layout.MAX_JSON_BYTES) {
            return "the end record announces a trailer of " + Long.toUnsignedString(bytes) + " bytes, " + rest + " follow";
        }
        byte[] json = read(channel, endOffset + records.recordBytes(), (int) bytes).array();
        if (Integer.toUnsignedLong(crc(json, json.length)) != window.getLong(at + Layout.END_TRAILER_CRC)) {
            return "the checksum of the trailer does not match";
        }
        try {
            return Trailer.from(object(json));
        } catch (JsonProcessingException e) {
            return "the trailer is not a JSON object: " + e.getOriginalMessage();
        }
    }

    private static JsonNode object(byte[] json) throws JsonProcessingException {
        try {
            JsonNode node = JSON.readTree(json);
            if (!node.isObject()) {
                throw new com.fasterxml.jackson.core.JsonParseException(null, "found " + node.getNodeType());
            }
            return node;
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) {
            throw new com.fasterxml.jackson.core.JsonParseException(null, String.valueOf(e.getMessage()), e);
        }
    }

    private static ByteBuffer read(FileChannel channel, long offset, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.max(0, Math.min(bytes, channel.size() - offset)))
                .order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining() && channel.read(buffer, offset + buffer.position()) >= 0) {
            continue;
        }
        if (buffer.position() < bytes) {
            throw new IOException("the file ends at byte " + (offset + buffer.position()));
        }
        return buffer;
    }

    private static int crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    private RunbenchException bad(long offset, String what) {
        return RunbenchException.badInput(path + ": byte " + offset + ": " + what)
                .remedy("nothing can be read without an intact header: restore the file or record the run again");
    }

    public Path path() {
        return path;
    }

    public Metadata metadata() {
        return metadata;
    }

    /** How the run ended; empty when the file was never closed or its end is damaged. */
    public Optional<Trailer> trailer() {
        return Optional.ofNullable(trailer);
    }

    /** Empty when the file is complete and every checksum matches. */
    public Optional<Damage> damage() {
        return Optional.ofNullable(damage);
    }

    /** For those who want all or nothing. @throws RunbenchException (bad input) naming file and offset when damaged */
    public Recording requireIntact() {
        if (damage != null) {
            throw RunbenchException.badInput(path + ": " + damage.words())
                    .remedy("use the intact part by leaving out --strict, or record the run again");
        }
        return this;
    }

    /** Intact records of all kinds, seals included. */
    public long records() {
        return intact;
    }

    /** Intact records of kind {@link Kind#SAMPLE}. */
    public long samples() {
        return samples;
    }

    /** Values in each record. */
    public int valueCount() {
        return valueCount;
    }

    /** A new cursor that stands before the first record. */
    public Cursor cursor() {
        return new Cursor(records, intact);
    }
}
