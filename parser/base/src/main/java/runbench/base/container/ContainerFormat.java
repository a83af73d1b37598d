package runbench.base.container;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * The properties of one kind of file. All kinds have in common: little endian; in the header version at byte 8, offset
 * of the first record at 12, width of records at 16, CRC32C of the 60 bytes before it at 60; JSON from byte 64 on; the
 * first byte of a record is its kind, and no record has kind 0.
 *
 * @param noun what such a file is called, for messages: "recording"
 * @param magic first 8 bytes, ASCII; the last a line feed, which shows a transfer that mangled line ends
 * @param jsonBytes header: length of the metadata
 * @param jsonCrc header: CRC32C of the metadata
 * @param lastKind largest kind of a record that is neither seal nor end
 * @param numbered records carry serial numbers, so that each shows whether it follows from the one before it: only such
 *     records may be used without a seal
 * @param contradiction what is wrong with a header (64 bytes) whose checksum matches: width of records, fields that
 *     only this format has; null when nothing is
 * @param remedy what to do about a file whose header cannot be read
 */
public record ContainerFormat(String noun, String magic, int version, Field jsonBytes, Field jsonCrc, int lastKind,
        boolean numbered, SealFields seal, EndFields end, Function<ByteBuffer, String> contradiction, String remedy) {

    /** A multiple of this is the offset of the first record. */
    public static final int HEADER_BYTES = 64;
    /** Maximum length of JSON text, bytes. A larger number in a file is damage. */
    static final int MAX_JSON_BYTES = 64 << 20;

    static final int VERSION_AT = 8;
    static final int HEADER_BYTES_AT = 12;
    static final int RECORD_BYTES_AT = 16;
    static final int HEADER_CRC_AT = 60;

    /** The position of an unsigned number of 4 or 8 bytes in a header or record. */
    public record Field(int offset, int bytes) {
        public static Field u32(int offset) {
            return new Field(offset, 4);
        }

        public static Field u64(int offset) {
            return new Field(offset, 8);
        }

        /** @param at where the header or record begins */
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
     * A seal, which closes the records since the previous seal.
     *
     * @param records how many those are
     * @param sequence number of the seal, from 0
     * @param crc CRC32C of those records
     * @param selfCrc CRC32C of the seal's own record with this field 0
     */
    public record SealFields(int kind, Field records, Field sequence, Field crc, Field selfCrc) {}

    /**
     * The last record of a complete file; the JSON trailer follows it.
     *
     * @param bytes length of the trailer
     * @param crc its CRC32C
     */
    public record EndFields(int kind, Field bytes, Field crc) {}

    byte[] magicBytes() {
        return magic.getBytes(StandardCharsets.US_ASCII);
    }
}
