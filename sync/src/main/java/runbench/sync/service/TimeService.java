package runbench.sync.service;

import java.io.IOException;

/** A source of time that can be read. */
public interface TimeService extends AutoCloseable {
    /** Returns the name as given on the command line. */
    String name();

    /** Reads the time once. */
    Reading read() throws IOException;

    /** Returns the number of packets per reading in both directions; 0 if a reading uses no network. */
    default int packets() {
        return 0;
    }

    /** Returns the bytes on the wire per reading in both directions, including headers. */
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
     * @param roundTripNanos duration of the answer without the server's own time, ns
     */
    record Reading(long localNanos, long serviceNanos, long roundTripNanos) {}
}
