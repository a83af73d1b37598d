package runbench.sync.clock;

/**
 * The TSC frequency against a system clock over an interval: formula (1) of Tinetti, Romero, De Giusti, section
 * 2.3.
 *
 * @param hertz cycles per second
 * @param relativeError relative error from the brackets and ticks of both readings: formula (2)
 * @param seconds length of the interval, s
 */
public record Frequency(double hertz, double relativeError, double seconds) {
    /** Error of two readings of gettimeofday, each 1 us: t_get of the paper, s. */
    public static final double PAPER_GET_SECONDS = 2e-6;
    /** Variation of the delay of messages that carry the reference's time: t_d of the paper, s. */
    public static final double PAPER_DELAY_SECONDS = 8e-6;

    /**
     * Returns the relative error over an interval by the paper's values, message delay included: formulas (2) to
     * (4).
     *
     * @param seconds length of the interval, s
     */
    public static double paperError(double seconds) {
        return (PAPER_GET_SECONDS + PAPER_DELAY_SECONDS) / seconds;
    }
}
