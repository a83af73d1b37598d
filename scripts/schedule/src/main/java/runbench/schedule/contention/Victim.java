package runbench.schedule.contention;

import java.util.Locale;

/** The workload whose slow-down is measured. */
public enum Victim {
    /** Reads an array larger than the caches, line after line. */
    STREAM("streaming"),
    /** Follows pointers through memory; each load depends on the previous one. */
    CHASE("pointer chase"),
    /** Adds numbers; it has no memory traffic. */
    COMPUTE("CPU-bound");

    private final String label;

    Victim(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** Returns the name that the native helper uses. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
