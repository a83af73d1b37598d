package runbench.base.container;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** CRC32C of arrays and buffers. */
public final class Checksum {
    private Checksum() {
    }

    /** Returns the CRC32C of the first {@code length} bytes, unsigned. */
    public static long of(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return crc.getValue();
    }

    /** Returns the CRC32C of the remaining bytes of a buffer, unsigned. The buffer's position is unchanged. */
    static long of(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate());
        return crc.getValue();
    }
}
