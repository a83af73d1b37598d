package runbench.schedule.contention;

/**
 * What was measured once.
 *
 * @param repetition from 0; each holds each setting once
 * @param rate of the victim, units of its work per second of the time in which all ran; without one NaN
 * @param traffic of the antagonists, bytes per second of that time
 * @param victimTraffic the victim's own, bytes per second
 * @param together share of the wall time, 0..1, in which all ran
 */
public record Window(int repetition, Setting setting, double rate, double traffic, double victimTraffic,
        double together) {}
