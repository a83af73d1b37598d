package runbench.pas2p.trace;

import static runbench.pas2p.trace.TraceFormat.*;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import runbench.base.container.RecordWindows.ReadRecords;

/** A forward walk over the records of one location; followers read the same ones later. */
final class RecordCursor implements EventCursor {
    private static final int WIDTH = RecordChain.WIDTH;
    private static final int MPI_WORD = AT_MPI / Long.BYTES;
    private static final int COMPUTE_WORD = AT_COMPUTE / Long.BYTES;
    private static final int END_WORD = AT_T1 / Long.BYTES;
    private static final int START_WORD = AT_T0 / Long.BYTES;
    private static final int BYTES_WORD = AT_BYTES / Long.BYTES;
    private static final int POST_WORD = AT_POST / Long.BYTES;
    private static final int FIRST_COUNT_WORD = FIRST_COUNT / Long.BYTES;

    private final RecordChain chain;
    private final boolean first;
    private final long[] counts;
    private RecordChain.Block block;
    private long[] words = {};
    /** Position of the current record in {@link #words}, and their end. */
    private int at = -WIDTH;
    private int end;
    private int number;

    RecordCursor(ReadRecords records) {
        chain = new RecordChain(records);
        first = true;
        counts = new long[COUNTS];
    }

    /** Creates a follower before the current event of {@code leader}. */
    private RecordCursor(RecordCursor leader) {
        chain = leader.chain;
        first = false;
        counts = leader.counts.clone();
        block = leader.block;
        words = leader.words;
        at = leader.at - WIDTH;
        end = leader.end;
        number = leader.number - leader.numbered();
        chain.join(block);
    }

    @Override
    public EventCursor follower() {
        return new RecordCursor(this);
    }

    @Override
    public boolean advance() {
        while (next()) {
            int kind = kind();
            if (kind <= COLL_START) {
                number += numbered();
                return true;
            }
            if (kind == COUNTERS) {
                // The counts precede their event, which may be in the next block.
                System.arraycopy(words, at + FIRST_COUNT_WORD, counts, 0, COUNTS);
            }
        }
        return false;
    }

    /**
     * Returns the event number, counted here: files of earlier versions number a non-blocking collective at its
     * completion.
     */
    private int numbered() {
        return kind() != RECV && isEvent() ? 1 : 0;
    }

    private boolean next() {
        at += WIDTH;
        return at < end || nextBlock();
    }

    private boolean nextBlock() {
        RecordChain.Block next = chain.after(block, first);
        if (next == null) {
            at = end;
            return false;
        }
        block = next;
        words = next.words();
        end = next.end();
        at = 0;
        return true;
    }

    /** Moves to the next record of any kind except seals. */
    boolean advanceAny() {
        do {
            if (!next()) {
                return false;
            }
        } while (kind() == SEAL);
        return true;
    }

    /** Copies the record to the start of a buffer. */
    void copyTo(ByteBuffer record) {
        for (int w = 0; w < WIDTH; w++) {
            record.putLong(w * Long.BYTES, words[at + w]);
        }
    }

    @Override
    public int kind() {
        return (byte) words[at];
    }

    @Override
    public int op() {
        return (int) (words[at] >>> 8 * AT_OP) & 0xff;
    }

    @Override
    public int flags() {
        return (int) (words[at] >>> 8 * AT_FLAGS) & 0xffff;
    }

    @Override
    public int peer() {
        return (int) (words[at] >>> 8 * AT_PEER);
    }

    @Override
    public int tag() {
        return (int) words[at + 1];
    }

    @Override
    public int comm() {
        return (int) (words[at + 1] >>> 32);
    }

    @Override
    public long bytes() {
        return words[at + BYTES_WORD] & SIZE_MASK;
    }

    @Override
    public int site() {
        return (int) (words[at + BYTES_WORD] >>> SITE_SHIFT);
    }

    @Override
    public long startNanos() {
        return words[at + START_WORD];
    }

    @Override
    public long endNanos() {
        return words[at + END_WORD];
    }

    @Override
    public long computeNanos() {
        return words[at + COMPUTE_WORD];
    }

    @Override
    public long mpiNanos() {
        return words[at + MPI_WORD];
    }

    @Override
    public int post() {
        return (int) words[at + POST_WORD];
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public long count(int i) {
        return counts[i];
    }

    /** Returns the i-th value of a record of counts. */
    long recordedCount(int i) {
        return words[at + FIRST_COUNT_WORD + i];
    }

    @Override
    public void close() {
        if (first) {
            chain.close();
        } else {
            chain.leave();
        }
    }

    /**
     * The records of one location as 64-bit words, block by block in the order of the file. The first cursor reads;
     * others may read the same blocks later, each on its own thread. A block is reused when the last cursor has left
     * it, so memory is proportional to the distance between the first and the last cursor.
     */
    private static final class RecordChain implements AutoCloseable {
        /** Words per record. */
        static final int WIDTH = TraceFormat.RECORD_BYTES / Long.BYTES;

        /** Consecutive records. */
        static final class Block {
            private long[] words = {};
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
            Block block = spare.isEmpty() ? new Block() : spare.pop();
            block.words = file.words(read, block.words);
            block.records = file.windowRecords(read);
            block.cursors = cursors;
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
}
