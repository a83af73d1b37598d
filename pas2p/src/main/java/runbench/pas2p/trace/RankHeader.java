package runbench.pas2p.trace;

import static runbench.pas2p.trace.TraceFormat.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;

/**
 * The header of one rank's trace.
 *
 * @param rank        in MPI_COMM_WORLD
 * @param ranks       size of MPI_COMM_WORLD
 * @param headerBytes offset of the first record
 * @param metadata    the writer's words: host, program, clock...
 */
public record RankHeader(Path file, int rank, int ranks, int headerBytes, JsonNode metadata) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_HEADER_BYTES = 1 << 24;
    /** What a program of any size has, and a damaged header exceeds. */
    private static final int MAX_RANKS = 1 << 24;

    static RankHeader read(Path file) {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer start = fill(channel, 0, HEADER_STRUCT_BYTES);
            if (start.limit() < HEADER_STRUCT_BYTES) {
                throw damaged(file, "it has " + start.limit() + " bytes, less than a header");
            }
            byte[] magic = new byte[8];
            start.get(magic);
            if (!new String(magic, StandardCharsets.ISO_8859_1).equals(MAGIC)) {
                throw damaged(file, "it does not begin with the mark of a message trace");
            }
            if (TraceWriter.checksum(start.array(), 0, 60) != start.getInt(60)) {
                throw damaged(file, "the checksum of its header (offset 60) is wrong");
            }
            int version = start.getInt();
            if (version != VERSION) {
                throw RunbenchException.badInput(file + ": message trace of version " + version
                        + "; this runbench reads version " + VERSION)
                        .remedy("analyse it with the runbench that wrote it");
            }
            int headerBytes = start.getInt();
            int recordBytes = start.getInt();
            int rank = start.getInt();
            int ranks = start.getInt();
            int jsonBytes = start.getInt();
            int jsonCrc = start.getInt();
            if (recordBytes != RECORD_BYTES || headerBytes % RECORD_BYTES != 0 || headerBytes > MAX_HEADER_BYTES
                    || jsonBytes < 0 || jsonBytes > headerBytes - HEADER_STRUCT_BYTES
                    || ranks <= 0 || ranks > MAX_RANKS || rank < 0 || rank >= ranks) {
                throw damaged(file, "its header contradicts itself");
            }
            ByteBuffer json = fill(channel, HEADER_STRUCT_BYTES, jsonBytes);
            if (json.limit() < jsonBytes || TraceWriter.checksum(json.array(), 0, jsonBytes) != jsonCrc) {
                throw damaged(file, "the JSON of its header (offset 64) is incomplete or fails its checksum");
            }
            return new RankHeader(file, rank, ranks, headerBytes, JSON.readTree(json.array(), 0, jsonBytes));
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
    }

    private static RunbenchException damaged(Path file, String why) {
        return RunbenchException.badInput(file + ": not a readable message trace: " + why)
                .remedy("trace the program again (runbench pas2p trace), or analyse the other ranks by moving this file away");
    }

    private static ByteBuffer fill(FileChannel channel, long offset, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining() && channel.read(buffer, offset + buffer.position()) >= 0) {
            continue;
        }
        return buffer.flip();
    }

    /** Of the rank's threads that called MPI, which one the file is of; 0 is the one that called MPI_Init. */
    public int thread() {
        return metadata.path("thread").asInt(0);
    }

    /** Name of the node that the rank ran on; empty when the writer did not know it. */
    public String host() {
        return metadata.path("host").asText("");
    }
}
