package runbench.base.container;

import java.nio.ByteBuffer;

/** The records of a file as one array. Windows of whole records allow files of any size. */
public interface RecordWindows {
    /** Returns the number of records. */
    long count();

    int recordBytes();

    /**
     * Returns the window that contains a record. It is valid until the next call if {@code this} is not safe for
     * several threads.
     */
    ByteBuffer window(long record);

    /** Returns the offset of a record in its {@link #window}, bytes. The window must have been requested before. */
    int position(long record);

    /** Returns the first record after the {@link #window} that contains {@code record}. */
    long windowEnd(long record);
}
