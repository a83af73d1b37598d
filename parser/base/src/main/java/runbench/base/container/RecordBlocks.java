package runbench.base.container;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The records of a file as 64-bit words in arrays, one block of neighbouring records at a time. Reading a field from an
 * array takes a few instructions from the first record on. A mapped buffer takes dozens until the compiler has
 * optimized the access. Recently used blocks are cached, because reading in order of time alternates between the blocks
 * of several CPUs. For one thread.
 */
public final class RecordBlocks {
    private static final int BLOCK_WORDS = 512;
    private static final int MAX_CACHED_BLOCKS = 32;

    private final RecordWindows records;
    private final int words;
    private final int shift;
    private final long[][] blocks = new long[MAX_CACHED_BLOCKS][];
    private final long[] held = new long[MAX_CACHED_BLOCKS];

    /**
     * Creates an empty cache of blocks.
     *
     * @param records the records; their width is a multiple of 8 bytes
     */
    public RecordBlocks(RecordWindows records) {
        this.records = records;
        words = records.recordBytes() / Long.BYTES;
        shift = Math.max(0, 31 - Integer.numberOfLeadingZeros(BLOCK_WORDS / words));
        Arrays.fill(held, -1);
    }

    /** Returns the binary logarithm of the block size: a block contains {@code 1 << shift()} records. */
    public int shift() {
        return shift;
    }

    /** Returns the number of 64-bit words in a record. */
    public int words() {
        return words;
    }

    /** Returns a block by its number, decoded as little-endian words; valid until the next call. */
    public long[] block(long number) {
        int place = (int) number & MAX_CACHED_BLOCKS - 1;
        if (held[place] != number) {
            if (blocks[place] == null) {
                blocks[place] = new long[words << shift];
            }
            held[place] = -1;
            read(number << shift, blocks[place]);
            held[place] = number;
        }
        return blocks[place];
    }

    private void read(long first, long[] into) {
        long end = Math.min(records.count(), first + (1L << shift));
        for (long record = first; record < end;) {
            ByteBuffer window = records.window(record)
                    .duplicate()
                    .clear()
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .position(records.position(record));
            long upTo = Math.min(end, records.windowEnd(record));
            window.asLongBuffer().get(into, (int) (record - first) * words, (int) (upTo - record) * words);
            record = upTo;
        }
    }
}
