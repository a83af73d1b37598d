package runbench.sampler.run;

import runbench.base.error.RunbenchException;

import java.math.BigDecimal;
import java.time.Duration;
import runbench.base.quantity.Durations;

/**
 * The nominal time between two samples.
 *
 * @param nanos nanoseconds, {@value #MIN_NANOS} ns to one hour
 */
public record SamplingPeriod(long nanos) {
    public static final long MIN_NANOS = 50_000;
    public static final long MAX_NANOS = 3_600_000_000_000L;
    public static final SamplingPeriod DEFAULT = new SamplingPeriod(1_000_000);

    private static final String LENGTHS = "write for example 300ms, 90s, 10min or 12h";
    private static final long MAX_LENGTH_NANOS = Duration.ofDays(1000).toNanos();
    private static final String RANGE = "periods go from 50us to 1h, e.g. 100us, 1ms, 2.5ms, 5s, 2min";

    public SamplingPeriod {
        if (nanos < MIN_NANOS || nanos > MAX_NANOS) {
            throw RunbenchException.badInput("period of " + Durations.typed(nanos) + " is out of range").remedy(RANGE);
        }
    }

    /**
     * Parses a period.
     *
     * @param text a number with a unit, such as {@code 2.5ms}
     * @throws RunbenchException exit code 2: not a number with a unit, or out of range
     */
    public static SamplingPeriod parse(String text) {
        BigDecimal nanos = nanos("period", text, RANGE);
        if (nanos.compareTo(BigDecimal.valueOf(MAX_NANOS)) > 0) {
            throw RunbenchException.badInput("period '" + text + "' is out of range").remedy(RANGE);
        }
        return new SamplingPeriod(Durations.wholeNanos(nanos));
    }

    /**
     * Parses a duration that is not a period, such as a time limit.
     *
     * @param option the option that has this value, for the message
     * @param text a number with a unit, such as {@code 90s}
     * @throws RunbenchException exit code 2: not a number with a unit, shorter than a microsecond or longer than 1000
     *     days
     */
    public static Duration duration(String option, String text) {
        BigDecimal nanos = nanos(option, text, LENGTHS);
        if (nanos.compareTo(BigDecimal.valueOf(1_000)) < 0
                || nanos.compareTo(BigDecimal.valueOf(MAX_LENGTH_NANOS)) > 0) {
            throw RunbenchException.badInput(option + " '" + text + "' is out of range").remedy(LENGTHS);
        }
        return Duration.ofNanos(Durations.wholeNanos(nanos));
    }

    private static BigDecimal nanos(String what, String text, String remedy) {
        return Durations.parse(text).orElseThrow(() -> {
            String why = Durations.lacksUnit(text) ? "it lacks its unit" : "it is not a number and a unit";
            return RunbenchException.badInput(what + " '" + text + "' cannot be read: " + why).remedy(remedy);
        });
    }

    /** Returns the form to type: {@code 1ms}, {@code 2.5ms}, {@code 100us}, {@code 5s}, {@code 2min}. */
    @Override
    public String toString() {
        return Durations.typed(nanos);
    }
}
