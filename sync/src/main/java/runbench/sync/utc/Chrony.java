package runbench.sync.utc;

import java.math.BigDecimal;
import java.util.Locale;

/** Parses the output of {@code chronyc -c tracking}: comma-separated values in the order of chronyc(1), "tracking". */
final class Chrony {
    private static final int REFERENCE_ID = 0;
    private static final int NAME = 1;
    private static final int STRATUM = 2;
    private static final int SYSTEM_TIME = 4;
    private static final int LAST_OFFSET = 5;
    private static final int RMS_OFFSET = 6;
    private static final int FREQUENCY = 7;
    private static final int SKEW = 9;
    private static final int ROOT_DELAY = 10;
    private static final int ROOT_DISPERSION = 11;
    private static final int LEAP = 13;
    /** Reference id of a daemon that serves its own clock ("local"). */
    private static final String OWN_CLOCK = "7F7F0101";

    private Chrony() {
    }

    /**
     * Returns the reading.
     *
     * @param text output of chronyc
     * @param realtimeNanos time of the reading by the system clock, ns
     * @param correctionPpm the kernel's correction of the clock's rate, ppm; a chronyd without permission to steer
     *     (-x) only observes it
     * @throws NumberFormatException if a value is not a number
     */
    static UtcReading read(String text, long realtimeNanos, double correctionPpm) {
        String[] field = text.strip().split(",", -1);
        if (field.length <= LEAP) {
            throw new NumberFormatException("expected 14 values with commas, got " + field.length);
        }
        if (field[LEAP].toLowerCase(Locale.ROOT).startsWith("not")) {
            return UtcReading.unsynchronised("chrony", "chronyd has no source yet", realtimeNanos);
        }
        if (field[REFERENCE_ID].equalsIgnoreCase(OWN_CLOCK)) {
            return UtcReading.unsynchronised("chrony", "chronyd follows its own clock (local), not UTC", realtimeNanos);
        }
        // chronyc(1): after removal of the offset, the clock's error is at most dispersion + delay / 2.
        double bound = nanos(field[ROOT_DISPERSION]) + nanos(field[ROOT_DELAY]) / 2;
        double err = Math.min(bound, Math.max(nanos(field[RMS_OFFSET]), Math.abs(nanos(field[LAST_OFFSET]))));
        // The rate without correction (negative: slow) plus the correction. A rate within its error counts as 0.
        double rate = Double.parseDouble(field[FREQUENCY]) + correctionPpm;
        double known = Math.abs(rate) > 3 * Double.parseDouble(field[SKEW]) ? rate * 1e-6 : 0;
        // Positive: the system clock is behind NTP time.
        return new UtcReading("chrony", true, "chronyd follows " + field[NAME], realtimeNanos,
                -nanos(field[SYSTEM_TIME]), err, bound, known, Integer.parseInt(field[STRATUM]), field[REFERENCE_ID]);
    }

    private static double nanos(String seconds) {
        return new BigDecimal(seconds).movePointRight(9).doubleValue();
    }
}
