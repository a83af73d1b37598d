package runbench.sync.utc;

/**
 * The offset of the system clock (CLOCK_REALTIME) from UTC, as one time service claims it.
 *
 * @param service chrony, ntpd, timesyncd or kernel
 * @param synchronised whether the service claims to follow UTC; otherwise the errors are undefined
 * @param state the service's source, or the reason why it has none
 * @param realtimeNanos time of the reading by the system clock, ns
 * @param aheadNanos system clock minus UTC, ns
 * @param errNanos the service's estimated standard error, ns
 * @param boundNanos the service's bound of the error, ns
 * @param rate system clock against UTC, ns per ns; 0 if the service corrects it or the value is unknown
 * @param stratum hops from a reference clock; 0 if unknown
 * @param referenceId the service's source as it names it; empty if unknown
 */
public record UtcReading(String service, boolean synchronised, String state, long realtimeNanos, double aheadNanos,
        double errNanos, double boundNanos, double rate, int stratum, String referenceId) {

    /** Returns the reading of a service that answers, but has no source. */
    static UtcReading unsynchronised(String service, String why, long realtimeNanos) {
        return new UtcReading(service, false, why, realtimeNanos, 0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY,
                0, 0, "");
    }
}
