package runbench.base.container;

import static runbench.base.container.ContainerFormat.HEADER_BYTES;
import static runbench.base.container.ContainerFormat.HEADER_BYTES_AT;
import static runbench.base.container.ContainerFormat.HEADER_CRC_AT;
import static runbench.base.container.ContainerFormat.MAX_JSON_BYTES;
import static runbench.base.container.ContainerFormat.RECORD_BYTES_AT;
import static runbench.base.container.ContainerFormat.VERSION_AT;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import runbench.base.error.RunbenchException;

/**
 * A reader of files of sealed records. It checks the header and then every checksum; afterwards records are read
 * without checks.
 */
public final class ContainerReader {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ContainerReader() {
    }

    /**
     * Reads and checks the header of a file.
     *
     * @param channel the file, open for reading
     * @param path path of the file, for messages
     * @param format expected kind of the file
     * @throws RunbenchException (bad input) the header is not readable; the message names the file and the byte
     * @throws IOException the file cannot be read
     */
    public static ContainerHeader header(FileChannel channel, Path path, ContainerFormat format) throws IOException {
        return header(ByteSource.of(channel), path, format);
    }

    /** Reads and checks the header, as {@link #header(FileChannel, Path, ContainerFormat)} does. */
    public static ContainerHeader header(ByteSource channel, Path path, ContainerFormat format) throws IOException {
        long size = channel.size();
        if (size < HEADER_BYTES) {
            throw unreadable(path, format, 0,
                    "expected a " + format.noun() + " header of 64 bytes, the file has " + size);
        }
        ByteBuffer header = read(channel, 0, HEADER_BYTES);
        if (!Arrays.equals(Arrays.copyOf(header.array(), 8), format.magicBytes())) {
            throw unreadable(path, format, 0, "expected the magic \"" + format.magic().replace("\n", "\\n")
                    + "\"; this is not a " + format.noun() + ", or its line ends were converted");
        }
        if ((int) ContainerFormat.crc32c(header.array(), HEADER_CRC_AT) != header.getInt(HEADER_CRC_AT)) {
            throw unreadable(path, format, HEADER_CRC_AT, "the checksum of the file header does not match");
        }
        int version = header.getInt(VERSION_AT);
        if (version < format.oldestVersion() || version > format.version()) {
            throw RunbenchException.badInput(path + ": byte " + VERSION_AT + ": format version "
                    + Integer.toUnsignedString(version) + ", this program reads version "
                    + (format.oldestVersion() == format.version() ? "" : format.oldestVersion() + " to ")
                    + format.version()).remedy("read it with the version of Runbench that wrote it");
        }
        String contradiction = format.contradiction().apply(header);
        if (contradiction != null) {
            throw unreadable(path, format, RECORD_BYTES_AT, contradiction);
        }
        long headerBytes = Integer.toUnsignedLong(header.getInt(HEADER_BYTES_AT));
        long jsonBytes = format.jsonBytes().get(header, 0);
        if (headerBytes % HEADER_BYTES != 0 || jsonBytes < 0 || jsonBytes > MAX_JSON_BYTES
                || headerBytes > Integer.MAX_VALUE || headerBytes < HEADER_BYTES + jsonBytes) {
            throw unreadable(path, format, HEADER_BYTES_AT, "a header of " + headerBytes + " bytes for " + jsonBytes
                    + " bytes of metadata; expected a multiple of 64 that holds them");
        }
        if (headerBytes > size) {
            throw unreadable(path, format, size, "the file is cut off inside its header of " + headerBytes + " bytes");
        }
        byte[] json = read(channel, HEADER_BYTES, (int) jsonBytes).array();
        if (ContainerFormat.crc32c(json, json.length) != format.jsonCrc().get(header, 0)) {
            throw unreadable(path, format, HEADER_BYTES, "the checksum of the metadata does not match");
        }
        try {
            return new ContainerHeader(path, format, (int) headerBytes, header.getInt(RECORD_BYTES_AT), header,
                    object(json));
        } catch (JsonProcessingException e) {
            throw unreadable(path, format, HEADER_BYTES,
                    "the metadata are not a JSON object: " + e.getOriginalMessage());
        }
    }

    /**
     * Checks every seal and the trailer in one walk over all records.
     *
     * @param channel the file, open for reading
     * @param header the file's header
     * @param windows the records after {@code header}
     * @param inspector receives each record; at the end it has received exactly the records that are used
     * @throws IOException the file cannot be read
     */
    public static Intact check(FileChannel channel, ContainerHeader header, RecordWindows windows,
            RecordInspector inspector) throws IOException {
        return check(ByteSource.of(channel), header, windows, inspector);
    }

    /**
     * Checks every seal and the trailer, as
     * {@link #check(FileChannel, ContainerHeader, RecordWindows, RecordInspector)} does.
     */
    public static Intact check(ByteSource channel, ContainerHeader header, RecordWindows windows,
            RecordInspector inspector) throws IOException {
        return new SealWalk(channel, header, windows, inspector).walk();
    }

    /**
     * Returns the error for a file that cannot be read at all.
     *
     * @param offset byte at which the error was found
     * @param what the error, for users
     */
    public static RunbenchException unreadable(Path path, ContainerFormat format, long offset, String what) {
        return RunbenchException.badInput(path + ": byte " + offset + ": " + what).remedy(format.remedy());
    }

    /**
     * Parses a JSON object.
     *
     * @throws JsonProcessingException the bytes are not a JSON object
     */
    static JsonNode object(byte[] json) throws JsonProcessingException {
        try {
            JsonNode node = JSON.readTree(json);
            if (!node.isObject()) {
                throw new JsonParseException(null, "found " + node.getNodeType());
            }
            return node;
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) {
            throw new JsonParseException(null, String.valueOf(e.getMessage()), e);
        }
    }

    static ByteBuffer read(ByteSource channel, long offset, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.max(0, Math.min(bytes, channel.size() - offset)))
                .order(ByteOrder.LITTLE_ENDIAN);
        int got = 0;
        while (buffer.hasRemaining() && got >= 0) {
            got = channel.read(buffer, offset + buffer.position());
        }
        if (buffer.position() < bytes) {
            throw new IOException("the file ends at byte " + (offset + buffer.position()));
        }
        return buffer;
    }

    /**
     * A receiver of the records of a file during its check. It receives each record except seals and end once, and
     * keeps the data that it needs.
     */
    public interface RecordInspector {
        /**
         * Receives one record.
         *
         * @param window buffer with the record
         * @param at offset of the record in {@code window}, bytes
         * @param kind kind of the record
         * @return false if no writer creates such a record: the file is damaged there
         */
        boolean record(ByteBuffer window, int at, int kind);

        /** Reports that a valid seal covers all records so far. */
        void sealed();

        /** Discards the records since the last seal, which are not used. */
        void rollBack();

        /**
         * Returns whether each record since the last seal follows from the previous one. It is called only if the
         * format numbers its records.
         */
        default boolean followed() {
            return false;
        }
    }
}
