package runbench.pas2p.trace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import runbench.base.container.ReadRecords;

/**
 * The records of one location as 64-bit words, block by block in the order of the file. The first cursor reads; others
 * may read the same blocks later, each on its own thread. A block is reused when the last cursor has left it, so memory
 * is proportional to the distance between the first and the last cursor.
 */
final class RecordChain implements AutoCloseable {
    /** Words per record. */
    static final int WIDTH = TraceFormat.RECORD_BYTES / Long.BYTES;

    /** Consecutive records. */
    static final class Block {
        private long[] words;
        private int records;
        private Block next;
        private int cursors;

        long[] words() {
            return words;
        }

        /** End of the records within {@link #words()}. */
        int end() {
            return records * WIDTH;
        }
    }

    private final ReadRecords file;
    private long read;
    /** Number of cursors that will leave each new block. */
    private int cursors = 1;
    private final ArrayDeque<Block> spare = new ArrayDeque<>();

    RecordChain(ReadRecords file) {
        this.file = file;
    }

    /** Adds a cursor at the position of the first one. */
    synchronized void join(Block at) {
        cursors++;
        at.cursors++;
    }

    /** Removes a cursor: blocks after its own do not wait for it. */
    synchronized void leave() {
        cursors--;
    }

    /**
     * Moves a cursor to its next block.
     *
     * @param block the current block; null: the cursor starts
     * @param first true: it is the reading cursor
     * @return the next block; null at the end of the readable part
     */
    synchronized Block after(Block block, boolean first) {
        Block next = first ? read(block) : block.next;
        if (block != null && next != null && --block.cursors == 0) {
            block.next = null;
            spare.push(block);
        }
        return next;
    }

    private Block read(Block before) {
        if (read >= file.count()) {
            return null;
        }
        ByteBuffer window = file.window(read).duplicate().order(ByteOrder.LITTLE_ENDIAN).position(file.position(read));
        Block block = spare.isEmpty() ? new Block() : spare.pop();
        block.records = (int) (file.windowEnd(read) - read);
        block.cursors = cursors;
        if (block.words == null || block.words.length < block.end()) {
            block.words = new long[block.end()];
        }
        window.asLongBuffer().get(block.words, 0, block.end());
        read += block.records;
        if (before != null) {
            before.next = block;
        }
        return block;
    }

    @Override
    public void close() {
        file.close();
    }
}
