package runbench.sync.clock;

import runbench.base.error.RunbenchException;

/**
 * The state of CLOCK_REALTIME against UTC as the kernel reports it by adjtimex(2); read only.
 *
 * @param synchronised whether a time service claims to synchronise the clock
 * @param estimatedErrorNanos estimated error, ns
 * @param maximumErrorNanos bound of the error, ns
 * @param offsetNanos offset that remains to be slewed, ns
 * @param frequencyPpm correction of the rate, ppm
 * @param taiSeconds TAI minus UTC, s; 0 if the kernel does not have it
 */
public record ExternalTime(boolean synchronised, long estimatedErrorNanos, long maximumErrorNanos, long offsetNanos,
        double frequencyPpm, int taiSeconds) {

    public static ExternalTime read() {
        long[] r = new long[6];
        if (ClockLibrary.get().rb_utc_status(r) != 0) {
            throw RunbenchException.machine("adjtimex cannot be read here");
        }
        return new ExternalTime(r[0] != 0, r[1], r[2], r[3], r[4] * 1e-6, (int) r[5]);
    }
}
