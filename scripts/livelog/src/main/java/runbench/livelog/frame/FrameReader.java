package runbench.livelog.frame;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import runbench.base.container.Checksum;

/**
 * Takes frames out of a stream. What is none - words of a login shell before the first, bytes that were changed on
 * their way - is passed over and counted, up to the next that is whole: a damaged frame costs no other. For one thread.
 */
public final class FrameReader {
    private static final int HEADER = 32;
    private static final int MAGIC = ByteBuffer.wrap(new byte[]{'R', 'B', 'L', (byte) 0xf1})
            .order(ByteOrder.LITTLE_ENDIAN)
            .getInt();
    private static final int VERSION = 1;
    private static final int MOST_NAME = 255;
    private static final int MOST_PAYLOAD = 256 << 10;

    private static final int AT_KIND = 4;
    private static final int AT_VERSION = 5;
    private static final int AT_NAME_BYTES = 6;
    private static final int AT_PAYLOAD_BYTES = 8;
    private static final int AT_CRC = 12;
    private static final int AT_OFFSET = 16;
    private static final int AT_RESERVED = 24;
    private static final int AT_HEADER_CRC = 28;

    private final InputStream in;
    private byte[] bytes = new byte[1 << 12];
    private ByteBuffer window = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    private int from;
    private int to;
    private boolean ended;
    private volatile long refused;
    private volatile long passedOver;

    public FrameReader(InputStream in) {
        this.in = in;
    }

    /** Frames that were damaged: a magic, and behind it not what belongs there. */
    public long refused() {
        return refused;
    }

    /** Bytes that belong to no frame. */
    public long passedOver() {
        return passedOver;
    }

    /** The next one; null at the end of the stream. */
    public Frame next() throws IOException {
        while (true) {
            fill(HEADER);
            if (to - from < HEADER) {
                passedOver += to - from;
                from = to;
                return null;
            }
            if (window.getInt(from) != MAGIC) {
                pass();
                continue;
            }
            Frame frame = whole();
            if (frame != null) {
                return frame;
            }
            refused++;
            pass();
        }
    }

    private void pass() {
        from++;
        passedOver++;
    }

    /** The frame that begins here; null: it is damaged. */
    private Frame whole() throws IOException {
        if (crc(from, AT_HEADER_CRC) != window.getInt(from + AT_HEADER_CRC)) {
            return null;
        }
        int kind = bytes[from + AT_KIND] - Frame.Kind.FIRST;
        int nameBytes = Short.toUnsignedInt(window.getShort(from + AT_NAME_BYTES));
        int payloadBytes = window.getInt(from + AT_PAYLOAD_BYTES);
        if (kind < 0 || kind >= Frame.Kind.values().length || bytes[from + AT_VERSION] != VERSION
                || nameBytes > MOST_NAME || payloadBytes < 0 || payloadBytes > MOST_PAYLOAD
                || window.getInt(from + AT_RESERVED) != 0) {
            return null;
        }
        int all = HEADER + nameBytes + payloadBytes;
        fill(all);
        if (to - from < all || crc(from + HEADER, nameBytes + payloadBytes) != window.getInt(from + AT_CRC)) {
            return null;
        }
        int payload = from + HEADER + nameBytes;
        Frame frame = new Frame(Frame.Kind.values()[kind],
                new String(bytes, from + HEADER, nameBytes, StandardCharsets.UTF_8), window.getLong(from + AT_OFFSET),
                Arrays.copyOfRange(bytes, payload, payload + payloadBytes));
        from += all;
        return frame;
    }

    private int crc(int at, int length) {
        return (int) Checksum.of(Arrays.copyOfRange(bytes, at, at + length), length);
    }

    /** So many bytes from here on, or as many as will ever come. */
    private void fill(int needed) throws IOException {
        if (from + needed > bytes.length) {
            // Twice as much as is needed, so that not every frame is moved.
            byte[] roomy = needed > bytes.length / 2 ? new byte[2 * needed] : bytes;
            System.arraycopy(bytes, from, roomy, 0, to - from);
            bytes = roomy;
            window = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            to -= from;
            from = 0;
        }
        while (to - from < needed && !ended) {
            int n = in.read(bytes, to, bytes.length - to);
            ended = n < 0;
            to += Math.max(0, n);
        }
    }
}
