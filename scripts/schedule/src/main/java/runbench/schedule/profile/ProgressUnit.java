package runbench.schedule.profile;

/** The unit of a program's progress in a profile. */
public enum ProgressUnit {
    /** Retired instructions, which contention does not change. */
    INSTRUCTIONS,
    /** Nanoseconds of running time alone, for recordings without instruction counts. */
    RUNNING_NANOS
}
