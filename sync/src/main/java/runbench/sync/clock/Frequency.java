package runbench.sync.clock;

/**
 * The TSC's frequency against a clock of the system over an interval: formula (1) of Tinetti, Romero, De Giusti,
 * section 2.3.
 *
 * @param hertz cycles a second
 * @param relativeError what the brackets and ticks of both readings leave open, relative: formula (2)
 * @param seconds interval
 */
public record Frequency(double hertz, double relativeError, double seconds) {
    /**
     * Two readings of gettimeofday, of which each may be off by a microsecond and take as long: the paper's t_get, s.
     */
    public static final double PAPER_GET_SECONDS = 2e-6;
    /** How much the delays of messages vary that carry the reference's time: the paper's t_d, s. */
    public static final double PAPER_DELAY_SECONDS = 8e-6;

    /** Formulas (2) to (4): the error over an interval by the paper's figures, with the delay of messages. */
    public static double paperError(double seconds) {
        return (PAPER_GET_SECONDS + PAPER_DELAY_SECONDS) / seconds;
    }
}
