package runbench.base.container;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** CRC32C of arrays. */
public final class Checksum {
    private Checksum() {
    }

    /** Of the first {@code length} bytes, unsigned. */
    public static long of(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return crc.getValue();
    }

    /** Of what remains in the buffer, unsigned; leaves its position. */
    static long of(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate());
        return crc.getValue();
    }
}
