package runbench.schedule.contention;

import java.util.Locale;

/** What runs beside a victim. */
public enum Antagonist {
    /** Reads one word of each line of an array larger than the caches (BBMA). */
    READ,
    /** Writes one. */
    WRITE,
    /** Reads and writes by turns. */
    MIX,
    /** Reads 16 KiB, all in the nearest cache (nBBMA). */
    SMALL;

    /** As the helper calls it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
