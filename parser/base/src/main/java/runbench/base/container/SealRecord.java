package runbench.base.container;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The seal that closes given records: for what keeps records in another form and leaves seals out, which follow from
 * them.
 */
public final class SealRecord {
    private SealRecord() {
    }

    /**
     * Without what only this format adds to a seal.
     *
     * @param covered the records since the seal before it
     * @param width of a record, bytes
     * @param sequence number of the seal, from 0
     */
    public static byte[] of(ContainerFormat format, ByteBuffer covered, int width, long sequence) {
        ContainerFormat.SealFields fields = format.seal();
        ByteBuffer seal = ByteBuffer.allocate(width).order(ByteOrder.LITTLE_ENDIAN);
        seal.put(0, (byte) fields.kind());
        fields.records().put(seal, covered.remaining() / width);
        fields.sequence().put(seal, sequence);
        fields.crc().put(seal, Checksum.of(covered));
        fields.selfCrc().put(seal, Checksum.of(seal.array(), width));
        return seal.array();
    }
}
