package runbench.base.container;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A source of bytes with random access: a file, or its decoded content. For one thread. */
public interface ByteSource extends Closeable {
    /** An operation that opens a source again. */
    @FunctionalInterface
    interface Opener {
        ByteSource open() throws IOException;
    }

    long size() throws IOException;

    /**
     * Reads bytes from {@code offset} until the buffer is full or the source has no more.
     *
     * @param into receives the bytes
     * @param offset position in the source, bytes
     * @return number of bytes read; negative at the end
     */
    int read(ByteBuffer into, long offset) throws IOException;

    /** Returns the bytes of a file. */
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
