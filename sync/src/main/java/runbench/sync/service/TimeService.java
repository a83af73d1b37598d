package runbench.sync.service;

import java.io.IOException;

/** Anything that can be asked "give me your time now". */
public interface TimeService extends AutoCloseable {
    /** As it was asked for. */
    String name();

    /** Asks once. */
    Reading read() throws IOException;

    /** Packets that one reading costs, both ways; 0 if it stays on this machine. */
    default int packets() {
        return 0;
    }

    /** Bytes on the wire of one reading, both ways, headers included. */
    default int bytes() {
        return 0;
    }

    @Override
    default void close() {
    }

    /**
     * One answer.
     *
     * @param localNanos CLOCK_REALTIME of this machine, ns
     * @param serviceNanos the service's time at that moment, ns
     * @param roundTripNanos how long the answer took on its way, without the server's own time, ns
     */
    record Reading(long localNanos, long serviceNanos, long roundTripNanos) {}
}
