package runbench.schedule.contention;

/**
 * What else went on while it was measured.
 *
 * @param spread of a victim's rate alone, the worst of the victims: from the first to the third quartile, as a part of
 *     the median
 * @param together share of the time, 0..1, median of the windows, in which all that were to run did: on a machine that
 *     others use they wait for CPUs
 * @param stolen share of all CPUs' time, 0..1, that the host gave to others
 * @param left windows that were left out, since all ran together for too short a time
 * @param load of the machine before it began, in runnable programs (1-minute average); negative where it is not known
 */
public record Noise(double spread, double together, double stolen, int left, double load) {}
