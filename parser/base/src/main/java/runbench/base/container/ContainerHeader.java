package runbench.base.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The header of a file, checked.
 *
 * @param headerBytes offset of the first record
 * @param fields the first 64 bytes, for what only this format has
 * @param metadata a JSON object
 */
public record ContainerHeader(Path file, ContainerFormat format, int headerBytes, int recordBytes, ByteBuffer fields,
        JsonNode metadata) {

    /** Whole records that fit into a file of this size. */
    public long recordsIn(long fileBytes) {
        return Math.max(0, fileBytes - headerBytes) / recordBytes;
    }

    /** Where a record begins. */
    public long offsetOf(long record) {
        return headerBytes + record * recordBytes;
    }
}
