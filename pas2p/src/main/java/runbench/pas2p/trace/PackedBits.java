package runbench.pas2p.trace;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Bit and byte encoding of numbers, written sequentially and read in the same order. */
final class PackedBits {
    private PackedBits() {
    }

    static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    static long unzigzag(long value) {
        return value >>> 1 ^ -(value & 1);
    }

    /** Returns the length of a number in bits: 0 for 0. */
    static int length(long value) {
        return 64 - Long.numberOfLeadingZeros(value);
    }

    /** Writes seven bits per byte, the lowest first; the highest bit marks that more bytes follow. */
    static void put(ByteArrayOutputStream out, long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    /** Writer of the bits below the highest one of numbers whose {@link #length} is known. */
    static final class Writer {
        private byte[] bytes = new byte[1 << 12];
        private int size;
        private long pending;
        private int bits;

        void put(long value) {
            int count = length(value) - 1;
            if (count > 32) {
                put(value & 0xffff_ffffL, 32);
                put(value >>> 32, count - 32);
            } else if (count > 0) {
                put(value, count);
            }
        }

        private void put(long value, int count) {
            pending |= (value & (1L << count) - 1) << bits;
            bits += count;
            while (bits >= 8) {
                byteOf(pending);
                pending >>>= 8;
                bits -= 8;
            }
        }

        private void byteOf(long low) {
            if (size == bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * size);
            }
            bytes[size++] = (byte) low;
        }

        byte[] bytes() {
            if (bits > 0) {
                byteOf(pending);
                pending = 0;
                bits = 0;
            }
            return Arrays.copyOf(bytes, size);
        }
    }

    /**
     * Reader of bits.
     *
     * @see Writer
     */
    static final class Reader {
        private final byte[] bytes;
        private int at;
        private long pending;
        private int bits;

        Reader(byte[] bytes) {
            this.bytes = bytes;
        }

        /**
         * Reads a number.
         *
         * @param length length of the number in bits
         */
        long get(int length) {
            int count = length - 1;
            if (count < 0) {
                return 0;
            }
            long low = count > 32 ? bits(32) | bits(count - 32) << 32 : bits(count);
            return low | 1L << count;
        }

        private long bits(int count) {
            while (bits < count) {
                pending |= (bytes[at++] & 0xffL) << bits;
                bits += 8;
            }
            long value = pending & (1L << count) - 1;
            pending >>>= count;
            bits -= count;
            return value;
        }
    }
}
