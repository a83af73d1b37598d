package runbench.plotter.render.html;

import java.io.ByteArrayOutputStream;

/** Columns of integers as bytes of seven bits, low ones first; the sign is the lowest bit. */
final class Varints {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Varints add(int[] values) {
        for (int v : values) {
            add(v);
        }
        return this;
    }

    Varints add(long[] values) {
        for (long v : values) {
            add(v);
        }
        return this;
    }

    void add(long value) {
        long rest = value << 1 ^ value >> 63;
        while (rest > 0x7f) {
            bytes.write((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }

    /** Returns the bytes, compressed, as text. */
    String text() {
        return PlaneCodec.text(bytes.toByteArray());
    }
}
