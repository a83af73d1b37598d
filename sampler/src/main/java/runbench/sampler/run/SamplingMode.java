package runbench.sampler.run;

import runbench.base.error.RunbenchException;

import java.util.Locale;

/** Who takes the samples. */
public enum SamplingMode {
    /** {@link #KERNEL} up to 10 ms, {@link #POLL} above. */
    AUTO,
    /** The kernel, each time the program has run for one period. */
    KERNEL,
    /** A helper process that wakes at absolute deadlines of wall time. */
    POLL;

    private static final long LONGEST_KERNEL_PERIOD_NANOS = 10_000_000;

    /** @throws RunbenchException exit code 2 */
    public static SamplingMode parse(String text) {
        try {
            return valueOf(text.strip().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw RunbenchException.badInput("mode '" + text + "' is not known").remedy("use auto, kernel or poll");
        }
    }

    /** Never {@link #AUTO}. */
    public SamplingMode forPeriod(SamplingPeriod period) {
        return this != AUTO ? this : period.nanos() <= LONGEST_KERNEL_PERIOD_NANOS ? KERNEL : POLL;
    }

    /** The helper's word. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
