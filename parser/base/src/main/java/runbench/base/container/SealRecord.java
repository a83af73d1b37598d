package runbench.base.container;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The seal that closes given records. It serves formats that store records in another form and omit seals, which can be
 * computed from the records.
 */
public final class SealRecord {
    private SealRecord() {
    }

    /**
     * Returns a seal without the fields of this format only.
     *
     * @param format kind of the file
     * @param covered the records since the previous seal
     * @param width width of a record, bytes
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
