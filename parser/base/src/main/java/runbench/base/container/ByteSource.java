package runbench.base.container;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A source of bytes with random access: a file, or the decoded content of one. For one thread. */
public interface ByteSource extends Closeable {
    /** Opens a source again. */
    @FunctionalInterface
    interface Opener {
        ByteSource open() throws IOException;
    }

    long size() throws IOException;

    /**
     * Fills the buffer as far as it can, from {@code offset} on.
     *
     * @return bytes read; negative at the end
     */
    int read(ByteBuffer into, long offset) throws IOException;

    /** The bytes of a file. */
    static ByteSource of(FileChannel channel) {
        return new ByteSource() {
            @Override
            public long size() throws IOException {
                return channel.size();
            }

            @Override
            public int read(ByteBuffer into, long offset) throws IOException {
                return channel.read(into, offset);
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }
}
