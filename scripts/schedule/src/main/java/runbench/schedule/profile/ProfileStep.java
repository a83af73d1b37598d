package runbench.schedule.profile;

/**
 * A stretch of a program with constant traffic.
 *
 * @param progress length of the stretch in the profile's unit of progress; above 0
 * @param aloneSeconds running time alone, in seconds; above 0
 * @param traffic traffic of all threads alone, in the profile's unit
 * @param waiting share of the time alone, 0..1, that the program waits for memory; NaN if unknown
 */
public record ProfileStep(double progress, double aloneSeconds, double traffic, double waiting) {}
