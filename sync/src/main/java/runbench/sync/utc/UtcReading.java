package runbench.sync.utc;

/**
 * What one time service says of the system's clock (CLOCK_REALTIME) against UTC. A claim, not a measurement.
 *
 * @param service chrony, ntpd, timesyncd or kernel
 * @param synchronised whether it claims to follow UTC; if not, the errors mean nothing
 * @param state in words: whom it follows, or why it follows nobody
 * @param realtimeNanos when it was read, by the system's clock
 * @param aheadNanos system's clock minus UTC, ns
 * @param errNanos the service's estimate of that figure's standard error, ns
 * @param boundNanos the service's bound of that figure's error, ns
 * @param rate system's clock against UTC, ns per ns; 0 where the service keeps it or does not tell
 * @param stratum hops from a reference clock; 0 where the service does not tell
 * @param referenceId whom it follows, as the service names it; empty where it does not tell
 */
public record UtcReading(String service, boolean synchronised, String state, long realtimeNanos, double aheadNanos,
        double errNanos, double boundNanos, double rate, int stratum, String referenceId) {

    /** A service that answers, but follows nobody. */
    static UtcReading unsynchronised(String service, String why, long realtimeNanos) {
        return new UtcReading(service, false, why, realtimeNanos, 0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY,
                0, 0, "");
    }
}
