package runbench.pas2p.trace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import runbench.base.container.ReadRecords;

/**
 * The records of one location as 64-bit words, block after block in the order of the file. The first cursor reads;
 * others may go over the same blocks behind it, each on a thread of its own. A block is filled again when the last
 * cursor has left it, so memory follows the distance between the first cursor and the last.
 */
final class RecordChain implements AutoCloseable {
    /** Words of a record. */
    static final int WIDTH = TraceFormat.RECORD_BYTES / Long.BYTES;

    /** Neighbouring records. */
    static final class Block {
        private long[] words;
        private int records;
        private Block next;
        private int cursors;

        long[] words() {
            return words;
        }

        /** Of {@link #words()}, those that hold records. */
        int end() {
            return records * WIDTH;
        }
    }

    private final ReadRecords file;
    private long read;
    /** How many leave each block that is read from now on. */
    private int cursors = 1;
    private final ArrayDeque<Block> spare = new ArrayDeque<>();

    RecordChain(ReadRecords file) {
        this.file = file;
    }

    /** One cursor more goes on from here, where the first one stands. */
    synchronized void join(Block at) {
        cursors++;
        at.cursors++;
    }

    /** A cursor will not go on: blocks behind its own do not wait for it. */
    synchronized void leave() {
        cursors--;
    }

    /**
     * A cursor is done with a block.
     *
     * @param block null: it begins
     * @param first it is the one that reads
     * @return what comes then; null at the end of what can be read
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
