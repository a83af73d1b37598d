package runbench.measure.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** CLOCK_MONOTONIC of this host, by which all that is recorded here is stamped. */
final class MonotonicClock {
    private MonotonicClock() {
    }

    /** Now, ns: what Java's nanoTime reads on Linux. */
    static long nanos() {
        return System.nanoTime();
    }

    /** CLOCK_REALTIME - CLOCK_MONOTONIC, ns. */
    static long realtimeMinusClock() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - nanos();
    }

    /** Boot and time namespace: whoever has the same reads the same clock. As native/launch/identity.c makes it. */
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
