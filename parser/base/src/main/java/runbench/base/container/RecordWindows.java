package runbench.base.container;

import java.nio.ByteBuffer;

/** The records of a file as one array. Windows of whole records allow files of any size. */
public interface RecordWindows {
    /** Returns the number of records. */
    long count();

    int recordBytes();

    /** The window that holds a record; valid until the next call where {@code this} is not safe for several threads. */
    ByteBuffer window(long record);

    /** Place of a record in its {@link #window}, which must have been asked for. */
    int position(long record);

    /** Returns the first record after the {@link #window} that contains {@code record}. */
    long windowEnd(long record);
}
