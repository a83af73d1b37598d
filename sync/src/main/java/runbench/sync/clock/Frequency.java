package runbench.sync.clock;

/**
 * The TSC's frequency against CLOCK_MONOTONIC_RAW: formula (1) of Tinetti, Romero, De Giusti, section 2.3.
 *
 * @param hertz    cycles a second
 * @param relativeError what the brackets of both readings leave open, relative: formulas (2)-(4)
 * @param seconds  interval
 */
public record Frequency(double hertz, double relativeError, double seconds) {
}
