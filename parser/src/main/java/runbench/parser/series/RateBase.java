package runbench.parser.series;

import runbench.parser.record.EventInfo;

/** The time by which the counts of a rate are divided. Each unit of a rate states it. */
public enum RateBase {
    /** Running time of the program's tasks, added up. */
    RUNNING_TIME(" of running time"), WALL_TIME(" of wall time"),
    /** Wall time of one of several observed CPUs, idle time included. */
    ONE_CPU(" per CPU");

    private static final String PER_SECOND = "/s";
    private final String words;

    RateBase(String words) {
        this.words = words;
    }

    /** Returns the base of an event's rate. */
    static RateBase of(EventInfo event, boolean cpuWide) {
        return event.overWallTime() || cpuWide ? WALL_TIME : RUNNING_TIME;
    }

    /**
     * Returns a unit with this base: "faults/s of running time". Units that are not per second, and watts, are
     * unchanged.
     */
    public String in(String unit) {
        return unit.endsWith(PER_SECOND) ? unit + words : unit;
    }

    /** Returns whether a unit states this base. */
    public boolean isIn(String unit) {
        return unit.endsWith(PER_SECOND + words);
    }

    /** Returns a unit of the other base with this base; any other unit is unchanged. */
    public String insteadOf(RateBase other, String unit) {
        return other.isIn(unit) ? unit.substring(0, unit.length() - other.words.length()) + words : unit;
    }

    /** Returns whether a unit, with or without its base, is per second. */
    public static boolean isRate(String unit) {
        return unit.endsWith(PER_SECOND) || unit.contains(PER_SECOND + " ");
    }
}
