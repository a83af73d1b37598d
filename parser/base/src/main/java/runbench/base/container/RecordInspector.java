package runbench.base.container;

import java.nio.ByteBuffer;

/**
 * A receiver of the records of a file during its check. It receives each record except seals and end once, and keeps
 * the data that it needs.
 */
public interface RecordInspector {
    /**
     * Receives one record.
     *
     * @param window buffer with the record
     * @param at offset of the record in {@code window}, bytes
     * @param kind kind of the record
     * @return false if no writer creates such a record: the file is damaged there
     */
    boolean record(ByteBuffer window, int at, int kind);

    /** Reports that a valid seal covers all records so far. */
    void sealed();

    /** Discards the records since the last seal, which are not used. */
    void rollBack();

    /**
     * Returns whether each record since the last seal follows from the previous one. It is called only if the format
     * numbers its records.
     */
    default boolean followed() {
        return false;
    }
}
