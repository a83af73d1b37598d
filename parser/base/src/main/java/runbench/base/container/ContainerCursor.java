package runbench.base.container;

import java.nio.ByteBuffer;

/**
 * A cursor over the records of a file, without an object per record. Subclasses define the meaning of records. For one
 * thread.
 */
public abstract class ContainerCursor {
    private final RecordWindows records;
    private long count;
    private final int width;
    private long windowFirst;
    private long windowEnd;
    private long index = -1;

    /** The window that contains the current record, at {@link #position}. */
    protected ByteBuffer window;
    /** Offset of the current record in {@link #window}, bytes. */
    protected int position;

    /**
     * Creates a cursor before the first record.
     *
     * @param records the records of the file
     * @param count number of readable records
     */
    protected ContainerCursor(RecordWindows records, long count) {
        this.records = records;
        this.count = count;
        width = records.recordBytes();
    }

    /** Sets the number of readable records, for a file that grows while it is read. */
    protected final void upTo(long records) {
        count = records;
    }

    /**
     * Moves to the next record of any kind.
     *
     * @return false after the last record
     */
    public final boolean next() {
        if (index + 1 < windowEnd) {
            index++;
            position += width;
            return true;
        }
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
     * @throws IndexOutOfBoundsException the file has no such readable record
     */
    public final void at(long record) {
        if (record < windowFirst || record >= windowEnd) {
            if (record < 0 || record >= count) {
                throw new IndexOutOfBoundsException("record " + record + " of " + count);
            }
            window = records.window(record);
            windowFirst = record - records.position(record) / width;
            windowEnd = Math.min(count, records.windowEnd(record));
        }
        index = record;
        position = (int) (record - windowFirst) * width;
    }

    /** Returns the index of the current record in the file, from 0. */
    public final long index() {
        return index;
    }

    /** Returns the kind of the current record, its first byte. */
    public int kind() {
        return window.get(position);
    }

    /** Copies the current record to the beginning of a buffer that is at least as wide. */
    public final void copyTo(ByteBuffer wider) {
        wider.put(0, window, position, width);
    }
}
