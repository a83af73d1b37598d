package runbench.sampler.run;

import runbench.base.error.RunbenchException;

import java.util.Locale;

/** The mechanism that takes the samples. */
public enum SamplingMode {
    /** {@link #KERNEL} up to 10 ms, {@link #POLL} above. */
    AUTO,
    /** The kernel takes a sample after each period of the program's running time. */
    KERNEL,
    /** A helper process polls the counters at absolute wall-clock deadlines. */
    POLL;

    private static final long MAX_KERNEL_PERIOD_NANOS = 10_000_000;

    /**
     * Parses a mode, ignoring case.
     *
     * @throws RunbenchException exit code 2: the text is not a mode
     */
    public static SamplingMode parse(String text) {
        try {
            return valueOf(text.strip().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw RunbenchException.badInput("mode '" + text + "' is not known").remedy("use auto, kernel or poll");
        }
    }

    /** Returns the mode for a period; never {@link #AUTO}. */
    public SamplingMode forPeriod(SamplingPeriod period) {
        return this != AUTO ? this : period.nanos() <= MAX_KERNEL_PERIOD_NANOS ? KERNEL : POLL;
    }

    /** Returns the helper's word for the mode. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
