package runbench.sampler.run;

import runbench.base.error.RunbenchException;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.quantity.Durations;

/** The nominal time between two samples, {@value #SHORTEST_NANOS} ns to one hour. */
public record SamplingPeriod(long nanos) {
    public static final long SHORTEST_NANOS = 50_000;
    public static final long LONGEST_NANOS = 3_600_000_000_000L;
    public static final SamplingPeriod DEFAULT = new SamplingPeriod(1_000_000);

    private static final Pattern FORM = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?)\\s*(ns|us|µs|μs|ms|s|min|h)");
    private static final String LENGTHS = "write for example 300ms, 90s, 10min or 12h";
    private static final long MOST_NANOS = Duration.ofDays(1000).toNanos();
    private static final String RANGE = "periods go from 50us to 1h, e.g. 100us, 1ms, 2.5ms, 5s, 2min";

    public SamplingPeriod {
        if (nanos < SHORTEST_NANOS || nanos > LONGEST_NANOS) {
            throw RunbenchException.badInput("period of " + text(nanos) + " is out of range").remedy(RANGE);
        }
    }

    /** @throws RunbenchException exit code 2: not a number with a unit, or out of range */
    public static SamplingPeriod parse(String text) {
        BigDecimal nanos = nanos("period", text, RANGE);
        if (nanos.compareTo(BigDecimal.valueOf(LONGEST_NANOS)) > 0) {
            throw RunbenchException.badInput("period '" + text + "' is out of range").remedy(RANGE);
        }
        return new SamplingPeriod(nanos.setScale(0, RoundingMode.HALF_UP).longValueExact());
    }

    /**
     * A length of time that is no period: a limit, how long to observe.
     *
     * @param option that it was given to, for the message
     * @throws RunbenchException exit code 2: not a number with a unit, shorter than a microsecond or longer than 1000 days
     */
    public static Duration duration(String option, String text) {
        BigDecimal nanos = nanos(option, text, LENGTHS);
        if (nanos.compareTo(BigDecimal.valueOf(1_000)) < 0 || nanos.compareTo(BigDecimal.valueOf(MOST_NANOS)) > 0) {
            throw RunbenchException.badInput(option + " '" + text + "' is out of range").remedy(LENGTHS);
        }
        return Duration.ofNanos(nanos.setScale(0, RoundingMode.HALF_UP).longValueExact());
    }

    private static BigDecimal nanos(String what, String text, String remedy) {
        Matcher m = FORM.matcher(text.strip());
        if (!m.matches()) {
            String why = text.strip().matches("[0-9.]+") ? "it lacks its unit" : "it is not a number and a unit";
            throw RunbenchException.badInput(what + " '" + text + "' cannot be read: " + why).remedy(remedy);
        }
        return new BigDecimal(m.group(1)).multiply(BigDecimal.valueOf(Durations.unitNanos(m.group(2))));
    }

    /** As one would type it: {@code 1ms}, {@code 2.5ms}, {@code 100us}, {@code 5s}, {@code 2min}. */
    @Override
    public String toString() {
        return text(nanos);
    }

    private static String text(long nanos) {
        String[] units = {"h", "min", "s", "ms", "us", "ns"};
        for (String unit : units) {
            long one = Durations.unitNanos(unit);
            boolean sixty = unit.equals("h") || unit.equals("min");
            if (nanos >= one && (!sixty || nanos % one == 0)) {
                return BigDecimal.valueOf(nanos).divide(BigDecimal.valueOf(one)).stripTrailingZeros().toPlainString() + unit;
            }
        }
        return nanos + "ns";
    }
}
