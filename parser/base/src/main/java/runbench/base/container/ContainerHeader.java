package runbench.base.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The checked header of a file.
 *
 * @param file path of the file
 * @param format kind of the file
 * @param headerBytes offset of the first record, bytes
 * @param recordBytes width of a record, bytes
 * @param fields the first 64 bytes, for the fields of this format only
 * @param metadata a JSON object
 */
public record ContainerHeader(Path file, ContainerFormat format, int headerBytes, int recordBytes, ByteBuffer fields,
        JsonNode metadata) {

    /** Returns the number of whole records in a file of the given size. */
    public long recordsIn(long fileBytes) {
        return Math.max(0, fileBytes - headerBytes) / recordBytes;
    }

    /** Returns the offset of a record, bytes. */
    public long offsetOf(long record) {
        return headerBytes + record * recordBytes;
    }
}
