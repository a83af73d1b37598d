package runbench.livelog;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import runbench.base.container.ContainerFormat;

/** Frames as native/relay writes them. */
public final class WrittenFrames {
    private static final int HEADER = 32;

    private final ByteArrayOutputStream all = new ByteArrayOutputStream();

    public WrittenFrames add(FrameReader.Frame frame) {
        byte[] name = frame.name().getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + name.length + frame.payload().length)
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(new byte[]{'R', 'B', 'L', (byte) 0xf1})
                .put((byte) (frame.kind().ordinal() + 1))
                .put((byte) 1)
                .putShort((short) name.length)
                .putInt(frame.payload().length)
                .putInt(0)
                .putLong(frame.offset())
                .putInt(0)
                .putInt(0)
                .put(name)
                .put(frame.payload());
        byte[] data = bytes.array();
        byte[] content = Arrays.copyOfRange(data, HEADER, data.length);
        bytes.putInt(12, (int) ContainerFormat.crc32c(content, content.length));
        bytes.putInt(28, (int) ContainerFormat.crc32c(data, 28));
        all.writeBytes(data);
        return this;
    }

    public int length() {
        return all.size();
    }

    public byte[] bytes() {
        return all.toByteArray();
    }
}
