package runbench.schedule.contention;

/**
 * Disturbances during a measurement.
 *
 * @param spread interquartile range of a victim's rate alone relative to its median, maximum over the victims
 * @param together share of the time, 0..1, in which all threads ran, median over the windows; competing load on the
 *     machine lowers it
 * @param stolen share of all CPU time, 0..1, that the host gave to other guests
 * @param left number of windows rejected because all threads ran together for too short a time
 * @param load runnable programs before the measurement (1-minute load average); negative if unknown
 */
public record Noise(double spread, double together, double stolen, int left, double load) {}
