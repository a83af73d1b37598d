package runbench.base.container;

import java.util.zip.CRC32C;

/** CRC32C of arrays. */
final class Checksum {
    private Checksum() {
    }

    /** Of the first {@code length} bytes, unsigned. */
    static long of(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return crc.getValue();
    }
}
