package runbench.schedule.contention;

/**
 * One measurement of a setting.
 *
 * @param repetition number of the repetition, from 0; each repetition contains each setting once
 * @param setting the threads that ran
 * @param rate victim's units of work per second of the time in which all threads ran; NaN without a victim
 * @param traffic traffic of the antagonists, bytes per second of that time
 * @param victimTraffic traffic of the victim, bytes per second
 * @param together share of the wall time, 0..1, in which all threads ran
 */
public record Window(int repetition, Setting setting, double rate, double traffic, double victimTraffic,
        double together) {}
