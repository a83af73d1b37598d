package runbench.base.container;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * The properties of one kind of file. The following is common to all kinds. Numbers are little endian. The header has
 * the version at byte 8, the offset of the first record at 12, and the width of records at 16. The CRC32C of the first
 * 60 bytes is at byte 60. JSON begins at byte 64. The first byte of a record is its kind, and no record has kind 0.
 *
 * @param noun name of such a file, for messages: "recording"
 * @param magic first 8 bytes, ASCII; the last is a line feed, which reveals a transfer that converted line ends
 * @param version version of the format that is written
 * @param oldestVersion oldest version that can be read
 * @param jsonBytes header: length of the metadata, bytes
 * @param jsonCrc header: CRC32C of the metadata
 * @param lastKind largest kind of a record that is neither seal nor end
 * @param numbered whether records have serial numbers, which show that each follows from the previous one; only such
 *     records may be used without a seal
 * @param seal fields of a seal
 * @param end fields of the end record
 * @param contradiction returns the error in a header (64 bytes) whose checksum matches: width of records, fields of
 *     this format only; null if there is no error
 * @param remedy the user's action for a file whose header cannot be read
 */
public record ContainerFormat(String noun, String magic, int version, int oldestVersion, Field jsonBytes, Field jsonCrc,
        int lastKind, boolean numbered, SealFields seal, EndFields end, Function<ByteBuffer, String> contradiction,
        String remedy) {

    /** Describes a format that has one readable version. */
    public ContainerFormat(String noun, String magic, int version, Field jsonBytes, Field jsonCrc, int lastKind,
            boolean numbered, SealFields seal, EndFields end, Function<ByteBuffer, String> contradiction,
            String remedy) {
        this(noun, magic, version, version, jsonBytes, jsonCrc, lastKind, numbered, seal, end, contradiction, remedy);
    }

    /** Length of the fixed header, bytes. The offset of the first record is a multiple of it. */
    public static final int HEADER_BYTES = 64;
    /** Maximum length of JSON text, bytes. A larger number in a file is damage. */
    static final int MAX_JSON_BYTES = 64 << 20;

    static final int VERSION_AT = 8;
    static final int HEADER_BYTES_AT = 12;
    static final int RECORD_BYTES_AT = 16;
    static final int HEADER_CRC_AT = 60;

    /**
     * The position of an unsigned number in a header or record.
     *
     * @param offset bytes from the beginning of the header or record
     * @param bytes width, 4 or 8 bytes
     */
    public record Field(int offset, int bytes) {
        public static Field u32(int offset) {
            return new Field(offset, 4);
        }

        public static Field u64(int offset) {
            return new Field(offset, 8);
        }

        /**
         * Returns the number.
         *
         * @param from buffer with the header or record
         * @param at offset of the header or record in the buffer, bytes
         */
        long get(ByteBuffer from, int at) {
            return bytes == 4 ? Integer.toUnsignedLong(from.getInt(at + offset)) : from.getLong(at + offset);
        }

        void put(ByteBuffer to, long value) {
            if (bytes == 4) {
                to.putInt(offset, (int) value);
            } else {
                to.putLong(offset, value);
            }
        }
    }

    /**
     * The fields of a seal, which closes the records since the previous seal.
     *
     * @param kind kind of the seal's record
     * @param records number of those records
     * @param sequence number of the seal, from 0
     * @param crc CRC32C of those records
     * @param selfCrc CRC32C of the seal's own record with this field 0
     */
    public record SealFields(int kind, Field records, Field sequence, Field crc, Field selfCrc) {}

    /**
     * The fields of the last record of a complete file. The JSON trailer follows it.
     *
     * @param kind kind of the end record
     * @param bytes length of the trailer, bytes
     * @param crc CRC32C of the trailer
     */
    public record EndFields(int kind, Field bytes, Field crc) {}

    byte[] magicBytes() {
        return magic.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Returns a seal without the fields of this format only. It serves formats that omit seals, which can be computed
     * from the records.
     *
     * @param covered the records since the previous seal
     * @param width width of a record, bytes
     * @param sequence number of the seal, from 0
     */
    public byte[] sealRecord(ByteBuffer covered, int width, long sequence) {
        ByteBuffer record = ByteBuffer.allocate(width).order(ByteOrder.LITTLE_ENDIAN);
        record.put(0, (byte) seal.kind());
        seal.records().put(record, covered.remaining() / width);
        seal.sequence().put(record, sequence);
        CRC32C crc = new CRC32C();
        crc.update(covered.duplicate());
        seal.crc().put(record, crc.getValue());
        seal.selfCrc().put(record, crc32c(record.array(), width));
        return record.array();
    }

    /** Returns the CRC32C of the first {@code length} bytes, unsigned. */
    public static long crc32c(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return crc.getValue();
    }
}
