package runbench.schedule.profile;

/** How a profile counts its program's progress. */
public enum ProgressUnit {
    /** Retired instructions: progress that no contention changes. */
    INSTRUCTIONS,
    /** Nanoseconds of running time alone, where instructions were not counted. */
    RUNNING_NANOS
}
