package runbench.livelog;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import runbench.base.container.ContainerFormat;

/**
 * Reads the frames of a relay ({@code native/relay/frame.h}) from a stream. Other bytes, such as the output of a login
 * shell or damaged frames, are skipped and counted up to the next valid frame. Not thread-safe.
 */
public final class FrameReader {
    /**
     * A message of a relay.
     *
     * @param kind type of the message
     * @param name name of a file, for {@link Kind#BYTES}
     * @param offset position of the bytes in their file; of a frontier: CLOCK_MONOTONIC of the node, ns
     * @param payload bytes of a file, or JSON
     */
    public record Frame(Kind kind, String name, long offset, byte[] payload) {
        /** The types of frames, in the order of native/relay/frame.h. */
        public enum Kind {
            READY, BYTES, FRONTIER, END, FAILED, STATE;

            private static final int FIRST = 1;
        }
    }

    private static final int HEADER = 32;
    private static final int MAGIC = ByteBuffer.wrap(new byte[]{'R', 'B', 'L', (byte) 0xf1})
            .order(ByteOrder.LITTLE_ENDIAN)
            .getInt();
    private static final int VERSION = 1;
    private static final int MAX_NAME_BYTES = 255;
    private static final int MAX_PAYLOAD_BYTES = 256 << 10;

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
    private boolean isEnded;
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong skippedBytes = new AtomicLong();

    public FrameReader(InputStream in) {
        this.in = in;
    }

    /** Returns the number of damaged frames: a magic number without a valid frame behind it. */
    public long refused() {
        return refused.get();
    }

    /** Returns the number of bytes outside valid frames. */
    public long skippedBytes() {
        return skippedBytes.get();
    }

    /** Returns the next frame, or null at the end of the stream. */
    public Frame next() throws IOException {
        while (true) {
            fill(HEADER);
            if (to - from < HEADER) {
                skippedBytes.addAndGet(to - from);
                from = to;
                return null;
            }
            if (window.getInt(from) != MAGIC) {
                skipByte();
                continue;
            }
            Frame frame = frameHere();
            if (frame != null) {
                return frame;
            }
            refused.incrementAndGet();
            skipByte();
        }
    }

    private void skipByte() {
        from++;
        skippedBytes.incrementAndGet();
    }

    /** Returns the frame at the current position, or null if it is damaged. */
    private Frame frameHere() throws IOException {
        if (crc(from, AT_HEADER_CRC) != window.getInt(from + AT_HEADER_CRC)) {
            return null;
        }
        int kind = bytes[from + AT_KIND] - Frame.Kind.FIRST;
        int nameBytes = Short.toUnsignedInt(window.getShort(from + AT_NAME_BYTES));
        int payloadBytes = window.getInt(from + AT_PAYLOAD_BYTES);
        if (kind < 0 || kind >= Frame.Kind.values().length || bytes[from + AT_VERSION] != VERSION
                || nameBytes > MAX_NAME_BYTES || payloadBytes < 0 || payloadBytes > MAX_PAYLOAD_BYTES
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
        return (int) ContainerFormat.crc32c(Arrays.copyOfRange(bytes, at, at + length), length);
    }

    /** Reads until the buffer holds this number of bytes, or the stream ends. */
    private void fill(int needed) throws IOException {
        if (from + needed > bytes.length) {
            // Twice the needed size, so that not every frame is moved.
            byte[] larger = needed > bytes.length / 2 ? new byte[2 * needed] : bytes;
            System.arraycopy(bytes, from, larger, 0, to - from);
            bytes = larger;
            window = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            to -= from;
            from = 0;
        }
        while (to - from < needed && !isEnded) {
            int n = in.read(bytes, to, bytes.length - to);
            isEnded = n < 0;
            to += Math.max(0, n);
        }
    }
}
