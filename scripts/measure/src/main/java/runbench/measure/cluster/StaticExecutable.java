package runbench.measure.cluster;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Detects, by their program headers, executables that ignore preloaded libraries. */
final class StaticExecutable {
    private static final int HEADERS = 4096;
    private static final int MAGIC = 0x7f454c46;
    private static final int CLASS = 4;
    private static final int DATA = 5;
    private static final int WIDE = 2;
    private static final int INTERPRETER = 3;

    private StaticExecutable() {
    }

    /** Returns whether a file is an executable without a loader; false for other files. */
    static boolean is(Path file) {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer head = ByteBuffer.allocate(HEADERS);
            while (head.hasRemaining() && channel.read(head) >= 0) {
                // read until the buffer may hold all headers
            }
            head.flip();
            return head.remaining() > Long.BYTES * 8 && head.getInt(0) == MAGIC && !hasInterpreter(head);
        } catch (IOException | IndexOutOfBoundsException e) {
            return false;
        }
    }

    private static boolean hasInterpreter(ByteBuffer head) {
        boolean wide = head.get(CLASS) == WIDE;
        head.order(head.get(DATA) == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        long at = wide ? head.getLong(32) : head.getInt(28);
        int size = head.getShort(wide ? 54 : 42);
        int count = head.getShort(wide ? 56 : 44);
        for (int i = 0; i < count; i++) {
            if (head.getInt(Math.toIntExact(at + (long) i * size)) == INTERPRETER) {
                return true;
            }
        }
        return false;
    }
}
