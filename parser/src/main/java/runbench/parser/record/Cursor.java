package runbench.parser.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import runbench.base.container.RecordBlocks;
import runbench.base.container.RecordWindows;
import runbench.parser.record.Kind.Flag;

/**
 * A cursor over the records of a recording. It creates no object per record. A cursor serves one thread; a recording
 * can have any number of cursors.
 */
public final class Cursor {
    private static final int WORD = Long.BYTES;

    private final RecordWindows records;
    private final RecordBlocks blocks;
    private final long count;
    private final int words;
    private final int shift;
    private final int inBlock;
    private long[] block;
    /** Number of {@link #block}. */
    private long number = -1;
    /** Index of the current record's first word in {@link #block}. */
    private int at;
    private long index = -1;

    Cursor(RecordWindows records, long count) {
        this.records = records;
        this.count = count;
        blocks = new RecordBlocks(records);
        words = blocks.words();
        shift = blocks.shift();
        inBlock = (1 << shift) - 1;
    }

    /** Moves to the next record of any kind; returns false after the last. */
    public boolean next() {
        if (index + 1 >= count) {
            return false;
        }
        at(index + 1);
        return true;
    }

    /**
     * Moves to a record.
     *
     * @param record index, from 0
     */
    public void at(long record) {
        if (record < 0 || record >= count) {
            throw new IndexOutOfBoundsException("record " + record + " of " + count);
        }
        if (record >>> shift != number) {
            block = blocks.block(record >>> shift);
            number = record >>> shift;
        }
        index = record;
        at = ((int) record & inBlock) * words;
    }

    /** Index of the record in the file. */
    public long index() {
        return index;
    }

    /** Copies the record to the beginning of a buffer that is at least as wide. */
    public void copyTo(ByteBuffer wider) {
        wider.put(0, records.window(index), records.position(index), records.recordBytes());
    }

    private int lower(int offset) {
        return (int) block[at + offset / WORD];
    }

    private int upper(int offset) {
        return (int) (block[at + offset / WORD] >>> 32);
    }

    /** Returns the kind of the record, a constant of {@link Kind}. */
    public int kind() {
        return (byte) block[at + Layout.KIND / WORD];
    }

    public int group() {
        return (int) block[at] >>> 8 * Layout.GROUP & 0xff;
    }

    /** Bits of {@link Flag}. */
    public int flags() {
        return (int) block[at] >>> 8 * Layout.FLAGS & 0xffff;
    }

    /** CPU number or {@link Kind#ALL_CPUS}. */
    public int cpu() {
        return upper(Layout.CPU);
    }

    /** Serial number of the task in this recording, or {@link Kind#ALL_TASKS}. */
    public int task() {
        return lower(Layout.TASK);
    }

    public int tid() {
        return upper(Layout.TID);
    }

    /** CLOCK_MONOTONIC, ns. */
    public long wallNanos() {
        return block[at + Layout.WALL / WORD];
    }

    /** Time that the task ran on this CPU, ns, cumulative. */
    public long runNanos() {
        return block[at + Layout.RUN / WORD];
    }

    public long enabledNanos() {
        return block[at + Layout.ENABLED / WORD];
    }

    public long runningNanos() {
        return block[at + Layout.RUNNING / WORD];
    }

    public long aux() {
        return block[at + Layout.AUX / WORD];
    }

    /** Cumulative count of the {@code i}-th event of the group. */
    public long value(int i) {
        return block[at + Layout.VALUE / WORD + i];
    }

    /** Thread group of a {@link Kind#TASK}. */
    public int pid() {
        return lower(Layout.TASK_PID);
    }

    /** Parent of a {@link Kind#TASK}, or {@link Kind#ALL_TASKS} for the first. */
    public int parentTask() {
        return upper(Layout.TASK_PARENT);
    }

    /** Name in a {@link Kind#COMM}. */
    public String name() {
        byte[] bytes = new byte[Layout.COMM_NAME_BYTES];
        int length = 0;
        while (length < bytes.length) {
            byte b = byteAt(Layout.COMM_NAME + length);
            if (b == 0) {
                break;
            }
            bytes[length++] = b;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private byte byteAt(int offset) {
        return (byte) (block[at + offset / WORD] >>> 8 * (offset % WORD));
    }

    /**
     * Copies the part of a file that a {@link Kind#FILE} contains to its place in the whole file.
     *
     * @param whole as long as {@link #fileBytes()}
     */
    public void copyFilePart(byte[] whole) {
        int from = upper(Layout.CPU);
        for (int i = 0; i < Layout.FILE_PART_BYTES && from >= 0 && from + i < whole.length; i++) {
            whole[from + i] = byteAt(Layout.FILE_PART + i);
        }
    }

    /**
     * Returns the length of the whole file of a {@link Kind#FILE}, bytes. Its {@link #task()} is the number of the
     * file.
     */
    public int fileBytes() {
        return upper(Layout.TID);
    }

    /** Returns whether a {@link Kind#FILE} contains the last part of its file. */
    public boolean lastFilePart() {
        return upper(Layout.CPU) + Layout.FILE_PART_BYTES >= fileBytes();
    }

    /** First address of a {@link Kind#MAP}. */
    public long mapStart() {
        return block[at + Layout.MAP_START / WORD];
    }

    public long mapBytes() {
        return block[at + Layout.MAP_BYTES / WORD];
    }

    /** Returns the file offset of the first address of a {@link Kind#MAP}, bytes. */
    public long mapOffset() {
        return block[at + Layout.MAP_OFFSET / WORD];
    }

    /** Returns the number of frames of a {@link Kind#FRAMES}, at most 4. */
    public int frameCount() {
        return Math.min(group(), Layout.FRAMES_MAX);
    }

    /** Returns the number of the first frame of a {@link Kind#FRAMES}, from 1. The others follow. */
    public int firstFrame() {
        return task();
    }

    /**
     * Returns the number of the caller of the first frame of a {@link Kind#FRAMES}, {@link Kind#OUTERMOST} or
     * {@link Kind#CUT}.
     */
    public int frameCaller() {
        return cpu();
    }

    /**
     * Returns the address of a frame of a {@link Kind#FRAMES}.
     *
     * @param i index in the record, from 0
     */
    public long frameAddress(int i) {
        return block[at + Layout.FRAMES_ADDRESS / WORD + i];
    }

    /** Number of the file of a {@link Kind#MAP}. */
    public int mapFile() {
        return lower(Layout.MAP_FILE);
    }
}
