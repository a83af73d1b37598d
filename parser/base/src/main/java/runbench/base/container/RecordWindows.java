package runbench.base.container;

import java.nio.ByteBuffer;

/** The records of a file as one array, seen through windows that hold whole records, so that no file is too large. */
public interface RecordWindows {
    /** How many records there are. */
    long count();

    int recordBytes();

    /** The window that holds a record; valid until the next call where {@code this} is not safe for several threads. */
    ByteBuffer window(long record);

    /** Place of a record in its {@link #window}, which must have been asked for. */
    int position(long record);

    /** First record behind the {@link #window} that holds {@code record}. */
    long windowEnd(long record);
}
