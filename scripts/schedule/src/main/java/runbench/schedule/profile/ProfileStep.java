package runbench.schedule.profile;

/**
 * A stretch of a program within which its traffic is taken as even.
 *
 * @param progress how far the stretch leads, in the profile's unit of progress; above 0
 * @param aloneSeconds running time that it takes alone; above 0
 * @param traffic traffic of all threads while it runs alone, in the profile's unit
 * @param waiting share of the time alone, from 0 to 1, in which it waits for memory; NaN where that is not known
 */
public record ProfileStep(double progress, double aloneSeconds, double traffic, double waiting) {}
