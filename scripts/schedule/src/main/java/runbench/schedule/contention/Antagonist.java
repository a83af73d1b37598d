package runbench.schedule.contention;

import java.util.Locale;

/** The workload of a program that competes with a victim for memory. */
public enum Antagonist {
    /** Reads one word of each line of an array larger than the caches (BBMA). */
    READ,
    /** Writes one word of each line of such an array. */
    WRITE,
    /** Alternates between reading and writing. */
    MIX,
    /** Reads 16 KiB that stay in the nearest cache (nBBMA). */
    SMALL;

    /** Returns the name that the native helper uses. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
