package runbench.base.container;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import runbench.base.container.ContainerReader.RecordInspector;
import runbench.base.container.Intact.ContainerDamage;
import runbench.base.container.Intact.ContainerDamage.Fault;

/** One walk over a file. It finds the part that valid seals cover and the usable records after it. */
final class SealWalk {
    private static final int ZEROS_BYTES = 1 << 18;
    private static final int PART_BYTES = 1 << 15;

    private final ByteSource channel;
    private final ContainerHeader header;
    private final ContainerFormat format;
    private final RecordWindows windows;
    private final RecordInspector inspector;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer sealBytes;
    /** A part of a window. Single bytes of a mapped file are slow until the compiler has optimized the access. */
    private final byte[] part;
    private final ByteBuffer partBuffer;

    private long sealed;
    private long seals;
    private long sinceSeal;
    private ContainerDamage damage;
    private JsonNode trailer;

    SealWalk(ByteSource channel, ContainerHeader header, RecordWindows windows, RecordInspector inspector) {
        this.channel = channel;
        this.header = header;
        this.windows = windows;
        this.inspector = inspector;
        format = header.format();
        sealBytes = ByteBuffer.allocate(header.recordBytes()).order(ByteOrder.LITTLE_ENDIAN);
        part = new byte[Math.max(1, PART_BYTES / header.recordBytes()) * header.recordBytes()];
        partBuffer = ByteBuffer.wrap(part).order(ByteOrder.LITTLE_ENDIAN);
    }

    Intact walk() throws IOException {
        inspector.sealed();
        boolean more = true;
        int width = header.recordBytes();
        for (long first = 0; more && first < windows.count();) {
            ByteBuffer window = windows.window(first);
            int records = (int) Math.min(part.length / width, windows.windowEnd(first) - first);
            partBuffer.put(0, window, windows.position(first), records * width);
            more = part(first, records);
            first += records;
        }
        boolean usable = damage == null && sinceSeal > 0 && format.numbered();
        if (usable && !inspector.followed()) {
            damaged(Fault.SEQUENCE, sealed, "the records behind the last seal do not follow from each other");
            usable = false;
        }
        if (!usable) {
            inspector.rollBack();
        }
        return new Intact(sealed, usable ? sinceSeal : 0, usable ? 0 : sinceSeal, damage, trailer);
    }

    /**
     * Checks the records at the beginning of {@link #part}.
     *
     * @return false if the walk ends inside this part
     */
    private boolean part(long first, int records) throws IOException {
        int width = header.recordBytes();
        int sealKind = format.seal().kind();
        int endKind = format.end().kind();
        int lastKind = format.lastKind();
        int unsummed = 0;
        int at = 0;
        for (int r = 0; r < records; r++, at += width) {
            int kind = part[at];
            if (kind == sealKind) {
                crc.update(part, unsummed, at - unsummed);
                if (!seal(partBuffer, at, first + r)) {
                    return false;
                }
                unsummed = at + width;
            } else if (kind == endKind) {
                end(partBuffer, at, first + r);
                return false;
            } else if (kind <= 0 || kind > lastKind) {
                noRecord(kind & 0xff, first + r);
                return false;
            } else if (!inspector.record(partBuffer, at, kind)) {
                damaged(Fault.RECORD, first + r, "the record is damaged");
                return false;
            } else {
                sinceSeal++;
            }
        }
        crc.update(part, unsummed, at - unsummed);
        return true;
    }

    private boolean seal(ByteBuffer window, int at, long record) {
        ContainerFormat.SealFields fields = format.seal();
        long covers = fields.records().get(window, at);
        long number = fields.sequence().get(window, at);
        if (!sealItselfMatches(window, at)) {
            damaged(Fault.SEAL_CHECKSUM, record, "the checksum of seal " + seals + " does not match");
        } else if (covers != sinceSeal) {
            damaged(Fault.SEAL_COVERS, record,
                    "seal " + seals + " covers " + covers + " records, but " + sinceSeal + " stand before it");
        } else if (number != seals) {
            damaged(Fault.SEAL_NUMBER, record, "the seal has number " + number + " where " + seals
                    + " is due: records are missing, or stand twice");
        } else if (crc.getValue() != fields.crc().get(window, at)) {
            damaged(Fault.BLOCK_CHECKSUM, record,
                    "the checksum of the " + covers + " records before seal " + seals + " does not match");
        } else {
            seals++;
            sealed = record + 1;
            sinceSeal = 0;
            crc.reset();
            inspector.sealed();
            return true;
        }
        return false;
    }

    private boolean sealItselfMatches(ByteBuffer window, int at) {
        window.get(at, sealBytes.array());
        long recorded = format.seal().selfCrc().get(sealBytes, 0);
        format.seal().selfCrc().put(sealBytes, 0);
        return ContainerFormat.crc32c(sealBytes.array(), sealBytes.capacity()) == recorded;
    }

    /**
     * Records the damage at a record without a valid kind. It searches a hole of zeros, which may be very long, only if
     * the result depends on it.
     */
    private void noRecord(int kind, long record) throws IOException {
        if (kind != 0 || !format.numbered()) {
            damaged(Fault.KIND, record, "expected a record, found kind " + kind);
        } else if (!zerosFrom(header.offsetOf(record))) {
            damaged(Fault.HOLE, record, "zeros at offset " + header.offsetOf(record) + " stand before more records");
        }
    }

    /** Returns whether only zeros follow. A killed process leaves preallocated space after its records. */
    private boolean zerosFrom(long offset) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocateDirect(ZEROS_BYTES);
        for (long at = offset; channel.read(bytes.clear(), at) > 0; at += bytes.limit()) {
            bytes.flip();
            while (bytes.hasRemaining()) {
                if (bytes.get() != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    private void end(ByteBuffer window, int at, long record) throws IOException {
        if (sinceSeal > 0) {
            damaged(Fault.END_WITHOUT_SEAL, record, "the seal before the end record is missing");
            return;
        }
        long bytes = format.end().bytes().get(window, at);
        long offset = header.offsetOf(record + 1);
        long rest = channel.size() - offset;
        // Preallocated space that was not released is not damage.
        if (bytes < 0 || bytes > rest || bytes > ContainerFormat.MAX_JSON_BYTES
                || bytes < rest && !zerosFrom(offset + bytes)) {
            damaged(Fault.TRAILER_LENGTH, record, "the end record announces a trailer of "
                    + Long.toUnsignedString(bytes) + " bytes, " + rest + " follow");
            return;
        }
        byte[] json = ContainerReader.read(channel, offset, (int) bytes).array();
        if (ContainerFormat.crc32c(json, json.length) != format.end().crc().get(window, at)) {
            damaged(Fault.TRAILER_CHECKSUM, record, "the checksum of the trailer does not match");
            return;
        }
        try {
            trailer = ContainerReader.object(json);
        } catch (JsonProcessingException e) {
            damaged(Fault.TRAILER_JSON, record, "the trailer is not a JSON object: " + e.getOriginalMessage());
        }
    }

    private void damaged(Fault fault, long record, String reason) {
        damage = new ContainerDamage(fault, header.offsetOf(record), reason);
    }
}
