package runbench.base.container;

import java.nio.ByteBuffer;

/** Sees each record but seals and end once while a file is checked, and keeps what it wants to know about them. */
public interface RecordInspector {
    /**
     * @param at where the record begins in {@code window}
     * @return false when no writer makes such a record: the file is damaged there
     */
    boolean record(ByteBuffer window, int at, int kind);

    /** A good seal vouches for all records so far. */
    void sealed();

    /** Records since the last seal are not used after all: forget them. */
    void rollBack();

    /** Each record since the last seal follows from the one before. Asked only where the format numbers its records. */
    default boolean followed() {
        return false;
    }
}
