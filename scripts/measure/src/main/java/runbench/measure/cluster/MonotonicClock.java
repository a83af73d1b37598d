package runbench.measure.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** CLOCK_MONOTONIC of this host, which stamps all recordings made here. */
final class MonotonicClock {
    private MonotonicClock() {
    }

    /** Returns the current time in ns, from System.nanoTime, which reads CLOCK_MONOTONIC on Linux. */
    static long nanos() {
        return System.nanoTime();
    }

    /** Returns CLOCK_REALTIME - CLOCK_MONOTONIC in ns. */
    static long realtimeMinusClock() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - nanos();
    }

    /**
     * Returns boot id and time namespace. Processes with the same id read the same clock; native/launch/identity.c
     * builds the same id.
     */
    static String id() {
        try {
            String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).trim();
            Path namespace = Path.of("/proc/self/ns/time");
            return boot + "/" + (Files.exists(namespace) ? Files.getAttribute(namespace, "unix:ino").toString() : "");
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }
}
